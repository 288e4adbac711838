import { html, refused, type Row, silent, testRows } from '../../derive/http/testing/evidence.ts';
import { hdrContentEncoding } from './content-encoding.ts';

const rows: Row[] = [
  [hdrContentEncoding, 'no header', html([]), 'pass', /or is not sent/],
  [hdrContentEncoding, 'gzip', html(['Content-Encoding: gzip']), 'pass', /codings that browsers know/],
  [hdrContentEncoding, 'identity', html(['Content-Encoding: identity']), 'pass', /codings that browsers know/],
  ...['none', 'binary', 'aws-chunked', 'utf-8', 'gzip, none', 'compress'].map((coding): Row => [
    hdrContentEncoding,
    coding,
    html([`Content-Encoding: ${coding}`]),
    'informational',
    /and read the content as it came[^]*Content-Encoding: /,
  ]),
  [
    hdrContentEncoding,
    'a parameter',
    html(['Content-Encoding: gzip;q=1']),
    'informational',
    /"gzip;q=1" and refuse the content/,
  ],
  [hdrContentEncoding, 'nothing answers', silent, 'inconclusive'],
  [hdrContentEncoding, 'nothing listens', refused, 'not-applicable'],
];

testRows(rows);
