import {
  html,
  json,
  redirected,
  redirectOnly,
  silent,
  type Row,
  testRows,
  walled,
} from '../../derive/http/testing/evidence.ts';
import { hdrReferrerMissing, hdrReferrerUnsafe } from './referrer.ts';

const rows: Row[] = [
  [hdrReferrerUnsafe, 'a strict policy', html(['Referrer-Policy: strict-origin']), 'pass', /No policy is weaker/],
  [hdrReferrerUnsafe, 'no policy', html([]), 'pass', /browser default is safe/],
  [hdrReferrerUnsafe, 'an empty policy', html(['Referrer-Policy:']), 'pass', /browser default is safe/],
  [
    hdrReferrerUnsafe,
    'a weak policy before a strict one',
    html(['Referrer-Policy: unsafe-url, no-referrer']),
    'pass',
    /No policy is weaker/,
  ],
  [hdrReferrerUnsafe, 'unsafe-url', html(['Referrer-Policy: unsafe-url']), 'fail', /Referrer-Policy: unsafe-url/],
  [
    hdrReferrerUnsafe,
    'no-referrer-when-downgrade',
    html(['Referrer-Policy: no-referrer-when-downgrade']),
    'fail',
    /full URL/,
  ],
  [hdrReferrerUnsafe, 'origin', html(['Referrer-Policy: origin']), 'fail', /plain HTTP/],
  [
    hdrReferrerUnsafe,
    'origin-when-cross-origin as the last',
    html(['Referrer-Policy: no-referrer', 'Referrer-Policy: origin-when-cross-origin']),
    'fail',
    /origin-when-cross-origin/,
  ],
  [
    hdrReferrerUnsafe,
    'an unknown word',
    html(['Referrer-Policy: whimsy']),
    'fail',
    /"whimsy" is not a referrer policy/,
  ],
  [
    hdrReferrerUnsafe,
    'unsafe-url on a redirect',
    redirected(['Referrer-Policy: unsafe-url'], []),
    'fail',
    /GET http:\/\/site\.lab\/ → HTTP\/1\.1 301/,
  ],
  [
    hdrReferrerUnsafe,
    'unsafe-url on a pure redirect host',
    redirectOnly(['Referrer-Policy: unsafe-url']),
    'fail',
    /301/,
  ],
  [hdrReferrerUnsafe, 'a pure redirect host that says nothing', redirectOnly([]), 'pass', /default/],
  [hdrReferrerUnsafe, 'JSON', json(['Referrer-Policy: unsafe-url']), 'not-applicable', /document or a redirect/],
  [
    hdrReferrerUnsafe,
    'a challenge page with unsafe-url',
    walled(['Referrer-Policy: unsafe-url']),
    'inconclusive',
    /challenge/,
  ],
  [hdrReferrerUnsafe, 'silence', silent, 'inconclusive', /timeout/],

  [hdrReferrerMissing, 'a policy', html(['Referrer-Policy: no-referrer']), 'pass', /is sent/],
  [hdrReferrerMissing, 'no policy', html([]), 'informational', /no Referrer-Policy among/],
  [
    hdrReferrerMissing,
    'a redirect without, a document with policy',
    redirected([], ['Referrer-Policy: no-referrer']),
    'pass',
    /is sent/,
  ],
  [hdrReferrerMissing, 'a pure redirect host without policy', redirectOnly([]), 'informational', /301/],
  [hdrReferrerMissing, 'JSON', json([]), 'not-applicable', /document or a redirect/],
  [hdrReferrerMissing, 'silence', silent, 'inconclusive', /timeout/],
];

testRows(rows);
