import {
  html,
  json,
  redirectOnly,
  refused,
  silent,
  site,
  type Row,
  testRows,
  walled,
} from '../../derive/http/testing/evidence.ts';
import { hdrClickjacking, hdrXfoInvalid } from './framing.ts';

const rows: Row[] = [
  [
    hdrClickjacking,
    'no header',
    html([]),
    'fail',
    /GET https:\/\/site\.lab\/ → HTTP\/1\.1 200 OK\nno Content-Security-Policy or X-Frame-Options among 1 header line: Content-Type/,
  ],
  [hdrClickjacking, 'DENY', html(['X-Frame-Options: DENY']), 'pass', /x-frame-options/],
  [
    hdrClickjacking,
    "frame-ancestors 'self'",
    html(["Content-Security-Policy: frame-ancestors 'self'"]),
    'pass',
    /frame-ancestors/,
  ],
  [
    hdrClickjacking,
    'ALLOW-FROM',
    html(['X-Frame-Options: ALLOW-FROM https://a.lab/']),
    'fail',
    /X-Frame-Options: ALLOW-FROM https:\/\/a\.lab\//,
  ],
  [
    hdrClickjacking,
    'frame-ancestors * beside DENY',
    html(['Content-Security-Policy: frame-ancestors *', 'X-Frame-Options: DENY']),
    'fail',
    /Browsers ignore X-Frame-Options/,
  ],
  [
    hdrClickjacking,
    'a policy that only reports',
    html(["Content-Security-Policy-Report-Only: frame-ancestors 'none'"]),
    'fail',
    /any site may/,
  ],
  [
    hdrClickjacking,
    'an error page without header',
    html([], { status: 404, reason: 'Not Found' }),
    'fail',
    /404 Not Found/,
  ],
  [
    hdrClickjacking,
    'an answer without a type, which may be sniffed as HTML',
    site([], { body: '<p>' }),
    'fail',
    /any site may/,
  ],
  [hdrClickjacking, 'an SVG image', site(['Content-Type: image/svg+xml'], { body: '<svg/>' }), 'fail', /any site may/],
  [hdrClickjacking, 'JSON', json([]), 'not-applicable', /application\/json/],
  [
    hdrClickjacking,
    'a pure redirect host',
    redirectOnly([]),
    'not-applicable',
    /redirects to https:\/\/www\.other\.lab\//,
  ],
  [hdrClickjacking, 'nothing listens', refused, 'not-applicable', /refused/],
  [hdrClickjacking, 'silence', silent, 'inconclusive', /timeout/],
  [hdrClickjacking, 'a challenge page', walled([]), 'inconclusive', /challenge/],

  [hdrXfoInvalid, 'SAMEORIGIN', html(['X-Frame-Options: sameorigin']), 'pass', /SAMEORIGIN/],
  [hdrXfoInvalid, 'the same value twice', html(['X-Frame-Options: DENY', 'X-Frame-Options: deny']), 'pass', /DENY/],
  [hdrXfoInvalid, 'ALLOW-FROM', html(['X-Frame-Options: ALLOW-FROM https://a.lab/']), 'fail', /do not support ALLOW-FROM/],
  [hdrXfoInvalid, 'a list', html(['X-Frame-Options: SAMEORIGIN, SAMEORIGIN']), 'fail', /list/],
  [
    hdrXfoInvalid,
    'two different values',
    html(['X-Frame-Options: DENY', 'x-frame-options: SAMEORIGIN']),
    'fail',
    /X-Frame-Options: DENY\nx-frame-options: SAMEORIGIN/,
  ],
  [hdrXfoInvalid, 'no header', html([]), 'not-applicable', /not sent/],
  [
    hdrXfoInvalid,
    'a challenge page',
    walled(['X-Frame-Options: ALLOW-FROM https://a.lab/']),
    'inconclusive',
    /challenge/,
  ],
];

testRows(rows);
