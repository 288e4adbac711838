import {
  chained,
  answered,
  html,
  redirected,
  refused,
  silent,
  type Row,
  testRows,
  walled,
} from '../../derive/http/testing/evidence.ts';
import { hdrDeprecated, hdrHpkpActive } from './obsolete.ts';

const pin = 'pin-sha256="d6qzRu9zOECb90Uez27xWltNsj0e1Md7GkYYkVoZWmM="';

const rows: Row[] = [
  [hdrHpkpActive, 'no header', html([]), 'pass', /No Public-Key-Pins/],
  [
    hdrHpkpActive,
    'pins',
    html([`Public-Key-Pins: ${pin}; max-age=5184000`]),
    'fail',
    /Keys pinned: 1, for 5184000 seconds[^]*Public-Key-Pins: pin-sha256/,
  ],
  [hdrHpkpActive, 'pins that are let go', html([`Public-Key-Pins: ${pin}; max-age=0`]), 'pass', /No Public-Key-Pins/],
  [
    hdrHpkpActive,
    'pins that only report',
    html([`Public-Key-Pins-Report-Only: ${pin}; max-age=60`]),
    'pass',
    /No Public-Key-Pins/,
  ],
  [
    hdrHpkpActive,
    'pins over cleartext',
    redirected([`Public-Key-Pins: ${pin}; max-age=60`], []),
    'pass',
    /No Public-Key-Pins/,
  ],
  [
    hdrHpkpActive,
    'a site without HTTPS',
    chained([answered('a', [], { url: 'http://site.lab/' })]),
    'not-applicable',
    /HTTPS/,
  ],
  [hdrHpkpActive, 'pins on a challenge page', walled([`Public-Key-Pins: ${pin}; max-age=60`]), 'fail', /pinned/],
  [hdrHpkpActive, 'silence', silent, 'inconclusive', /timeout/],

  [hdrDeprecated, 'none', html(['X-XSS-Protection: 0']), 'pass', /No deprecated header/],
  [
    hdrDeprecated,
    'the filter and Expect-CT',
    html(['X-XSS-Protection: 1; mode=block', 'Expect-CT: max-age=0']),
    'informational',
    /x-xss-protection, expect-ct/,
  ],
  [
    hdrDeprecated,
    'Feature-Policy',
    html(["Feature-Policy: usb 'none'"]),
    'informational',
    /use Permissions-Policy instead/,
  ],
  [hdrDeprecated, 'nothing listens', refused, 'not-applicable', /refused/],
  [hdrDeprecated, 'a challenge page', walled([]), 'inconclusive', /challenge/],
];

testRows(rows);
