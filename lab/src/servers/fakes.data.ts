import type { FakeBehaviour } from './fake-behaviour.ts';

const ssl3 = 0x0300;
const tls10 = 0x0301;
const tls11 = 0x0302;
const tls12 = 0x0303;

/** A 512-bit prime, as export ciphers had it. */
const dh512 = Buffer.from(
  'da583c16d9852289d0e4af756f4cca92dd4be533b804fb0fed94ef9c8a4403ed574650d36999db29d776276ba2d3d412e218f4dd1e084cf6d8003e7c4774e833',
  'hex',
);

/** What each fake does, by host. */
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
    dhPrime: dh512,
  },
  'fake-ssl2.lab': { versions: [], suites: [], ssl2Kinds: [0x010080, 0x020080, 0x0700c0] },
  'fake-long-hello.lab': { versions: [tls12], suites: [0xc02f, 0x002f], silentAboveHelloBytes: 511 },
  'fake-intolerant.lab': {
    versions: [tls10, tls11],
    suites: [0xc014, 0x002f, 0x0003, 0x0006, 0x0008, 0x0009],
    dropFromVersion: tls12,
  },
  'fake-many-suites.lab': {
    versions: [tls12],
    suites: [0xc02f, 0xc030, 0x009c, 0x002f, 0x0084, 0x0096],
    resetAboveSuites: 64,
  },
  'fake-robot.lab': { versions: [tls10, tls11, tls12], suites: [0x002f, 0x0035, 0x009c], badRsaPadding: 'told' },
  'fake-heartbeat.lab': { versions: [tls12], suites: [0xc02f, 0x009c], heartbeat: 'offered' },
};
