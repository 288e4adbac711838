import { html, silent, walled } from '../derive/http/testing/evidence.ts';
import { endpoint, timedOut } from '../derive/tls/testing/evidence.ts';
import { testRows } from '../derive/tls/testing/rows.ts';
import { noBehaviour } from '../../evidence/behaviour/none.ts';
import { http2Missing, httpClockSkew, httpH2Only } from './facts.ts';
import { certificatesOf, type EnforcementRow, sound, testEnforcementRows, visits } from './testing/evidence.ts';

const more = { certificates: certificatesOf([]), behaviour: noBehaviour };
const nothing = { ...silent, ...more };
const startedAtMs = sound().target.startedAtMs;
const dated = (skewSeconds: number, ...lines: readonly string[]) => ({
  ...html([`Date: ${new Date(startedAtMs + skewSeconds * 1_000).toUTCString()}`, ...lines]),
  ...more,
});

const rows: EnforcementRow[] = [
  [httpClockSkew, 'an hour behind', dated(-3_600), 'informational', /3600 seconds behind/],
  [httpClockSkew, 'right', dated(2), 'pass'],
  [httpClockSkew, 'an answer of a cache', dated(-3_600, 'Age: 3600'), 'not-applicable'],
  [httpClockSkew, 'a wall', { ...walled([]), ...more }, 'inconclusive'],
  [httpClockSkew, 'silence', nothing, 'inconclusive'],
  [
    httpH2Only,
    'HTTP/2 alone',
    visits({ 'https-apex': [['https://site.lab/', 'http2-only']] }),
    'informational',
    /HTTP\/2 alone/,
  ],
  [httpH2Only, 'HTTP/1.1', sound(), 'pass'],
  [httpH2Only, 'silence', nothing, 'inconclusive'],
];

testEnforcementRows(rows);

testRows([
  [
    http2Missing,
    'h2 selected',
    endpoint({ alpn: { known: true, value: { offered: ['h2', 'http/1.1'], selected: ['h2'] } } }),
    'pass',
  ],
  [
    http2Missing,
    'HTTP/1.1 alone',
    endpoint({ alpn: { known: true, value: { offered: ['h2', 'http/1.1'], selected: ['http/1.1'] } } }),
    'informational',
    /selects http\/1\.1/,
  ],
  [http2Missing, 'no answer', endpoint({ alpn: timedOut }), 'inconclusive'],
  [http2Missing, 'a mail port', endpoint({ port: 25 }), 'not-applicable'],
]);
