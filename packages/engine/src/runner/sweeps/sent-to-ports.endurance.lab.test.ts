// sent-to-ports.lab.test.ts guards this in npm test, with one host of each kind.
import { testSent } from './testing/sent-to-ports.ts';

const hosts = [
  'exposed2-stores',
  'exposed2-logins',
  'exposed2-screens',
  'exposed2-datagrams',
  'industrial',
  'neutral',
  'hostile-ports-1',
];

for (const mode of ['standard', 'deep'] as const) testSent(mode, hosts);
