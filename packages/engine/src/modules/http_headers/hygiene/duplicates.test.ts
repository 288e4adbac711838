import { hdrDuplicate } from './duplicates.ts';
import { html, redirectOnly, refused, silent, type Row, testRows, walled } from '../../derive/http/testing/evidence.ts';

const rows: Row[] = [
  [hdrDuplicate, 'no duplicate', html(['X-Frame-Options: DENY']), 'pass', /No security header has conflicting/],
  [
    hdrDuplicate,
    'equal duplicates',
    html(['Strict-Transport-Security: max-age=1', 'strict-transport-security: max-age = 1']),
    'pass',
    /No security header has conflicting/,
  ],
  [
    hdrDuplicate,
    'policies of CSP, which add up',
    html(["Content-Security-Policy: img-src 'self'", 'Content-Security-Policy: img-src *']),
    'pass',
    /No security header has conflicting/,
  ],
  [
    hdrDuplicate,
    'two HSTS',
    html(['Strict-Transport-Security: max-age=0', 'Strict-Transport-Security: max-age=63072000']),
    'informational',
    /only the first line[^]*max-age=0\nStrict-Transport-Security: max-age=63072000/,
  ],
  [
    hdrDuplicate,
    'two X-Frame-Options',
    html(['X-Frame-Options: DENY', 'X-Frame-Options: SAMEORIGIN']),
    'informational',
    /X-Frame-Options is sent 2 times/,
  ],
  [hdrDuplicate, 'two Content-Types', html(['Content-Type: text/plain']), 'informational', /last valid value/],
  [
    hdrDuplicate,
    'one feature ruled twice',
    html(['Permissions-Policy: camera=(), usb=()', 'Permissions-Policy: camera=*']),
    'informational',
    /last value for camera/,
  ],
  [
    hdrDuplicate,
    'features ruled apart',
    html(['Permissions-Policy: camera=()', 'Permissions-Policy: usb=*']),
    'pass',
    /No security header has conflicting/,
  ],
  [
    hdrDuplicate,
    'a pure redirect host',
    redirectOnly(['X-Frame-Options: DENY', 'X-Frame-Options: SAMEORIGIN']),
    'not-applicable',
    /Every response redirects/,
  ],
  [hdrDuplicate, 'nothing listens', refused, 'not-applicable', /refused/],
  [hdrDuplicate, 'silence', silent, 'inconclusive', /timeout/],
  [hdrDuplicate, 'a challenge page', walled([]), 'inconclusive', /challenge/],
];

testRows(rows);
