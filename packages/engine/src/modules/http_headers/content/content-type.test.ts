import { hdrContentType, hdrNosniff } from './content-type.ts';
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

const rows: Row[] = [
  [hdrNosniff, 'nosniff', html(['X-Content-Type-Options: nosniff']), 'pass', /nosniff/],
  [
    hdrNosniff,
    'no header',
    html(['Date: x']),
    'fail',
    /no X-Content-Type-Options among 2 header lines: Content-Type, Date/,
  ],
  [hdrNosniff, 'no header on JSON, which can be sniffed too', json([]), 'fail', /missing/],
  [hdrNosniff, 'another word', html(['X-Content-Type-Options: whimsy']), 'fail', /X-Content-Type-Options: whimsy/],
  [
    hdrNosniff,
    'nosniff after another value',
    html(['X-Content-Type-Options: x', 'X-Content-Type-Options: nosniff']),
    'fail',
    /first value is "x"/,
  ],
  [hdrNosniff, 'a pure redirect host', redirectOnly([]), 'not-applicable', /only HSTS and Referrer-Policy/],
  [hdrNosniff, 'nothing listens', refused, 'not-applicable', /refused/],
  [hdrNosniff, 'a challenge page', walled([]), 'inconclusive', /challenge/],

  [hdrContentType, 'HTML with charset', html([]), 'pass', /utf-8/],
  [hdrContentType, 'JSON', json([]), 'pass', /application\/json/],
  [
    hdrContentType,
    'HTML without charset',
    site(['Content-Type: text/html'], { body: '<p>x' }),
    'fail',
    /Content-Type: text\/html\n/,
  ],
  [
    hdrContentType,
    'HTML that names its charset itself',
    site(['Content-Type: text/html'], { body: '<meta charset="utf-8">' }),
    'fail',
    /declares its encoding/,
  ],
  [
    hdrContentType,
    'HTML without charset behind a byte order mark',
    site(['Content-Type: text/html'], { body: '<p>x', byteOrderMark: true }),
    'pass',
    /byte order mark/,
  ],
  [
    hdrContentType,
    'HTML whose only charset stands in a comment',
    site(['Content-Type: text/html'], { body: '<!-- <meta charset="utf-8"> -->' }),
    'fail',
    /or in the first 1024 bytes/,
  ],
  [hdrContentType, 'no type', site([], { body: 'x' }), 'fail', /no Content-Type among 0 header lines/],
  [
    hdrContentType,
    'what is no type',
    site(['Content-Type: html'], { body: 'x' }),
    'fail',
    /"html" is not a media type/,
  ],
  [hdrContentType, 'no content', site([], { status: 204, reason: 'No Content' }), 'not-applicable', /no content/],
  [hdrContentType, 'silence', silent, 'inconclusive', /timeout/],
];

testRows(rows);
