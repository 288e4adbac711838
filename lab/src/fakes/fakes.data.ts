import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import type { FakeBehaviour } from './behaviour.ts';
import { above, flaws } from './flaws.data.ts';
import { primes } from './primes.data.ts';

const { SSLv3: ssl3, 'TLSv1.0': tls10, 'TLSv1.1': tls11, 'TLSv1.2': tls12 } = wireVersions;

/** The behaviour of each fake, by host. */
export const fakes: Readonly<Record<string, FakeBehaviour>> = {
  'fake-heartbleed.lab': { versions: [tls10, tls11, tls12], suites: [0xc02f, 0xc013, 0x002f], heartbeat: 'bleeds' },
  'fake-compression.lab': {
    versions: [tls10, tls11, tls12],
    suites: [0x002f, 0x0035],
    preference: 'client',
    compression: [1],
  },
  'fake-renegotiation.lab': {
    versions: [ssl3, tls10, tls11, tls12],
    suites: [0x002f, 0x000a, 0x0005],
    renegotiationInfo: 'never',
    fallbackScsv: 'ignored',
  },
  'fake-ccs.lab': {
    versions: [tls10, tls11],
    suites: [0x002f, 0x0039, 0x0014],
    earlyChangeCipherSpec: 'accepted',
    dhPrime: primes.own512,
  },
  'fake-ssl2.lab': { versions: [], suites: [], ssl2Kinds: [0x010080, 0x020080, 0x0700c0] },
  'fake-long-hello.lab': { versions: [tls12], suites: [0xc02f, 0x002f], refuses: above(511, 'silence') },
  'fake-intolerant.lab': {
    versions: [tls10, tls11],
    suites: [0xc014, 0x002f, 0x0003, 0x0006, 0x0008, 0x0009],
    refuses: ({ version }) => (version >= tls12 ? 'close' : undefined),
  },
  'fake-many-suites.lab': {
    versions: [tls12],
    suites: [0xc02f, 0xc030, 0x009c, 0x002f, 0x0084, 0x0096],
    refuses: ({ suites }) => (suites.length > 64 ? 'reset' : undefined),
  },
  'fake-robot.lab': { versions: [tls10, tls11, tls12], suites: [0x002f, 0x0035, 0x009c], rsaOracle: 'weak' },
  'fake-heartbeat.lab': { versions: [tls12], suites: [0xc02f, 0x009c], heartbeat: 'offered' },
  ...Object.fromEntries(flaws.map(({ name, behaviour }) => [`${name}.lab`, behaviour])),
};
