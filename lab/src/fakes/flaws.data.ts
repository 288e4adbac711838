import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import type { ClientHello } from './client-hello.ts';
import type { CertificateFault } from '../pki/recipes.data.ts';
import type { FakeBehaviour, Refusal } from './behaviour.ts';
import { primes } from './primes.data.ts';
import { groupsOffered, groupsShared, helloRetryRequest, misplacedVersion } from './tls13-answers.ts';

/** A server with one flaw, otherwise sound. */
export interface Flaw {
  /** The host without its top-level domain. */
  readonly name: string;
  readonly what: string;
  readonly behaviour: FakeBehaviour;
  /** True if it does not answer an ordinary ClientHello by the table of versions and suites. */
  readonly isOdd?: boolean;
  /** An additional fault of its certificate. */
  readonly fault?: CertificateFault;
}

const { 'TLSv1.0': tls10, 'TLSv1.1': tls11, 'TLSv1.2': tls12 } = wireVersions;
const serverName = 0;
const supportedVersions = 43;
const supportedGroups = 10;
const secp160r1 = 16;
const secp256r1 = 23;
const x25519 = 29;
/** The draft predecessor of ML-KEM hybrids (draft-tls-westerbaan-xyber768d00). */
const x25519Kyber768Draft00 = 0x6399;

const aeadAndCbc = { versions: [tls12], suites: [0xc02f, 0x009c, 0xc027, 0xc013, 0x003c, 0x002f] } as const;
const everyTls = { versions: [tls10, tls11, tls12] } as const;
const withTls10 = { versions: [tls10, tls11, tls12], suites: [0xc02f, 0xc013, 0x002f] } as const;
const onlyCbc = { versions: [tls10, tls11, tls12], suites: [0xc013, 0xc014, 0x002f, 0x0035] } as const;
const onlyAead = { versions: [tls12], suites: [0xc02f, 0xc030] } as const;
const onlyDhe = { versions: [tls12], suites: [0x009e, 0x0033] } as const;
const rsaExchange = { versions: [tls10, tls11, tls12], suites: [0x009c, 0x002f, 0x0035] } as const;

/** Refuses ClientHellos above a size in bytes, including the handshake header. */
export const above =
  (bytes: number, refusal: Refusal) =>
  (_hello: ClientHello, helloBytes: number): Refusal | undefined =>
    helloBytes > bytes ? refusal : undefined;

const whoOffersTls13 =
  (refusal: Refusal) =>
  ({ extensions }: ClientHello): Refusal | undefined =>
    extensions.has(supportedVersions) ? refusal : undefined;

/** Extensions older than TLS 1.3, and padding, which was made for servers like this one. */
const oldExtensions = new Set([0, 1, 5, 10, 11, 13, 15, 16, 18, 21, 22, 23, 35, 13_172, 0xff01]);

/** GREASE values (RFC 8701 section 2). */
const isGrease = (value: number): boolean => (value & 0x0f0f) === 0x0a0a && value >> 8 === (value & 0xff);

function hasGrease({ suites, extensions }: ClientHello): boolean {
  const groups = extensions.get(supportedGroups) ?? Buffer.alloc(2);
  const offered = Array.from({ length: Math.floor((groups.length - 2) / 2) }, (_, index) =>
    groups.readUInt16BE(2 + index * 2),
  );
  return [...suites, ...extensions.keys(), ...offered].some(isGrease);
}

/** One flaw each. */
export const flaws: readonly Flaw[] = [
  { name: 'sound', what: 'The fake without a flaw: TLS 1.2, with a full handshake', behaviour: onlyAead },
  { name: 'sound-cbc', what: 'The fake without an oracle: CBC and RSA key exchange', behaviour: aeadAndCbc },
  {
    name: 'heartbleed',
    what: 'Heartbleed (CVE-2014-0160)',
    behaviour: { ...withTls10, heartbeat: 'bleeds' },
  },
  { name: 'heartbeat', what: 'Heartbeat without the bug', behaviour: { ...withTls10, heartbeat: 'offered' } },
  {
    name: 'ccs',
    what: 'Early ChangeCipherSpec (CVE-2014-0224)',
    behaviour: { ...withTls10, earlyChangeCipherSpec: 'accepted' },
  },
  {
    name: 'ticketbleed',
    what: 'Session IDs padded from memory (CVE-2016-9244)',
    behaviour: { ...onlyAead, tickets: { lifetimeSeconds: 7200, bleeds: true } },
  },
  {
    name: 'tickets',
    what: 'Correct session tickets',
    behaviour: { ...onlyAead, tickets: { lifetimeSeconds: 7200 } },
  },
  {
    name: 'tickets-long',
    what: 'Session tickets for ten days',
    behaviour: { ...onlyAead, tickets: { lifetimeSeconds: 864_000 } },
  },
  {
    name: 'robot-weak',
    what: 'Distinguishes bad RSA padding from a bad Finished (ROBOT)',
    behaviour: { ...rsaExchange, rsaOracle: 'weak' },
  },
  {
    name: 'robot-strong',
    what: 'Distinguishes one kind of bad RSA padding from the others (ROBOT)',
    behaviour: { ...rsaExchange, rsaOracle: 'strong' },
  },
  {
    name: 'robot-unstable',
    what: 'Distinguishes bad RSA padding from a bad Finished every other time',
    behaviour: { ...rsaExchange, rsaOracle: 'unstable' },
  },
  { name: 'poodle-tls', what: 'Accepts any CBC padding (CVE-2014-8730)', behaviour: { ...onlyCbc, cbc: 'poodle' } },
  {
    name: 'cbc-goldendoodle',
    what: 'Distinguishes valid from invalid CBC padding (GOLDENDOODLE)',
    behaviour: { ...aeadAndCbc, cbc: 'goldendoodle' },
  },
  {
    name: 'cbc-zombie',
    what: 'Distinguishes a valid MAC before invalid CBC padding from an invalid one (Zombie POODLE)',
    behaviour: { ...aeadAndCbc, cbc: 'zombie' },
  },
  {
    name: 'cbc-sleeping',
    what: 'Does not answer a valid MAC before invalid CBC padding (Sleeping POODLE)',
    behaviour: { ...aeadAndCbc, cbc: 'sleeping' },
  },
  {
    name: 'cbc-zero-length',
    what: 'Closes without an alert after an invalid MAC in an empty record (CVE-2019-1559)',
    behaviour: { ...aeadAndCbc, cbc: 'zero-length' },
  },
  {
    name: 'cbc-2016-2107',
    what: 'Answers a record of padding only with record_overflow (CVE-2016-2107)',
    behaviour: { ...aeadAndCbc, cbc: 'openssl-2016-2107' },
  },
  {
    name: 'renegotiates',
    what: 'Unlimited client-initiated renegotiation',
    behaviour: { ...onlyAead, renegotiations: Infinity },
  },
  {
    name: 'renegotiates-thrice',
    what: 'Three client-initiated renegotiations',
    behaviour: { ...onlyAead, renegotiations: 3 },
  },
  {
    name: 'renegotiates-insecurely',
    what: 'Renegotiates without RFC 5746',
    behaviour: { ...onlyAead, renegotiationInfo: 'never', renegotiations: Infinity },
  },
  {
    name: 'hangs-on-tls13',
    what: 'Does not answer clients that offer TLS 1.3',
    behaviour: { ...aeadAndCbc, refuses: whoOffersTls13('silence') },
  },
  {
    name: 'resets-on-tls13',
    what: 'Resets connections of clients that offer TLS 1.3',
    behaviour: { ...aeadAndCbc, refuses: whoOffersTls13('reset') },
  },
  {
    name: 'alerts-on-tls13',
    what: 'Answers the offer of TLS 1.3 with an alert instead of TLS 1.2',
    behaviour: { ...aeadAndCbc, refuses: whoOffersTls13(70) },
  },
  {
    name: 'hangs-on-extensions',
    what: 'Does not answer extensions that came with or after TLS 1.3',
    behaviour: {
      ...aeadAndCbc,
      refuses: ({ extensions }) =>
        [...extensions.keys()].every((type) => oldExtensions.has(type)) ? undefined : 'silence',
    },
  },
  {
    name: 'grease-intolerant',
    what: 'Alerts on reserved values (GREASE)',
    behaviour: { ...aeadAndCbc, refuses: (hello) => (hasGrease(hello) ? 40 : undefined) },
  },
  {
    name: 'hello-255',
    what: 'Does not answer a ClientHello of more than 255 bytes',
    behaviour: { ...aeadAndCbc, refuses: above(255, 'silence') },
    isOdd: true,
  },
  {
    name: 'hello-1500',
    what: 'Resets on a ClientHello of more than 1,500 bytes',
    behaviour: { ...aeadAndCbc, refuses: above(1500, 'reset') },
  },
  {
    name: 'octet-records',
    what: 'Handshake messages in records of one octet',
    behaviour: { ...onlyAead, framing: 'one-octet' },
  },
  {
    name: 'record-each',
    what: 'Each handshake message in a record of its own',
    behaviour: { ...onlyAead, framing: 'a-record-each' },
  },
  {
    name: 'straddling',
    what: 'Handshake messages across the borders of records',
    behaviour: { ...onlyAead, framing: 'straddling' },
  },
  {
    name: 'record-version',
    what: 'TLS 1.0 in the headers of its first records',
    behaviour: { ...onlyAead, recordVersion: tls10 },
  },
  {
    name: 'warns-first',
    what: 'Warns of an unrecognized name, then goes on',
    behaviour: { ...onlyAead, greeting: 'unrecognized-name' },
  },
  {
    name: 'alert-then-reset',
    what: 'Resets the connection right after an alert',
    behaviour: { ...withTls10, afterAlert: 'reset' },
  },
  { name: 'abrupt', what: 'Ends without close_notify', behaviour: { ...onlyAead, closing: 'abrupt' } },
  {
    name: 'unoffered-suite',
    what: 'Chooses a suite that was not offered',
    behaviour: { ...onlyAead, unoffered: { suite: 0x0004 } },
    isOdd: true,
  },
  {
    name: 'unoffered-version',
    what: 'Chooses a version above the one that was offered',
    behaviour: { ...withTls10, unoffered: { version: wireVersions['TLSv1.3'] } },
    isOdd: true,
  },
  {
    name: 'unoffered-extension',
    what: 'Answers an extension that nobody sent',
    behaviour: { ...onlyAead, unoffered: { extension: 0x1234 } },
    isOdd: true,
  },
  {
    name: 'dh768',
    what: 'Common Diffie-Hellman group of 768 bits',
    behaviour: { ...onlyDhe, dhPrime: primes.common768 },
  },
  {
    name: 'dh1024-common',
    what: 'Common Diffie-Hellman group of 1,024 bits',
    behaviour: { ...onlyDhe, dhPrime: primes.common1024 },
  },
  {
    name: 'dh1024-own',
    what: 'Diffie-Hellman group of 1,024 bits of its own',
    behaviour: { ...onlyDhe, dhPrime: primes.own1024 },
  },
  {
    name: 'dh2048-common',
    what: 'Common Diffie-Hellman group of 2,048 bits',
    behaviour: { ...onlyDhe, dhPrime: primes.common2048 },
  },
  {
    name: 'dh2048-own',
    what: 'Diffie-Hellman group of 2,048 bits of its own',
    behaviour: { ...onlyDhe, dhPrime: primes.own2048 },
  },
  {
    name: 'dh-reuse',
    what: 'The same Diffie-Hellman key in each handshake (Raccoon)',
    behaviour: { ...onlyDhe, dhPrime: primes.common2048, keyReuse: true },
  },
  {
    name: 'ecdh-reuse',
    what: 'The same elliptic-curve key in each handshake',
    behaviour: { ...onlyAead, keyReuse: true },
  },
  {
    name: 'weak-curve',
    what: 'Accepts secp160r1 beside P-256',
    behaviour: { ...onlyAead, groups: [secp256r1, secp160r1] },
  },
  {
    name: 'explicit-curve',
    what: 'Explicit curve parameters for clients that accept them',
    behaviour: { ...onlyAead, explicitCurve: true },
  },
  { name: 'clock', what: 'Server time in its random', behaviour: { ...onlyAead, clock: 'told' } },
  {
    name: 'npn',
    what: 'Next Protocol Negotiation',
    behaviour: { ...onlyAead, nextProtocols: ['http/1.1', 'spdy/3.1'] },
  },
  {
    name: 'signs-sha1',
    what: 'Signs its key exchange with SHA-1',
    behaviour: { ...onlyAead, signatureDigest: 'sha1' },
  },
  { name: 'signs-md5', what: 'Signs its key exchange with MD5', behaviour: { ...onlyAead, signatureDigest: 'md5' } },
  { name: 'no-ems', what: 'No extended master secret', behaviour: { ...onlyAead, extendedMasterSecret: 'never' } },
  {
    name: 'no-sentinel',
    what: 'TLS 1.3 without the downgrade sentinel in TLS 1.2',
    behaviour: { ...onlyAead, tls13: () => undefined },
    isOdd: true,
  },
  {
    name: 'prefers-cbc',
    what: 'Prefers CBC and RSA key exchange to better suites',
    behaviour: { ...aeadAndCbc, suites: [0x002f, 0x003c, 0xc013, 0xc02f] },
  },
  { name: 'only-rsa', what: 'RSA key exchange only', behaviour: { versions: [tls12], suites: [0x009c, 0x009d] } },
  { name: 'only-cbc', what: 'No AEAD suite', behaviour: { versions: [tls12], suites: [0xc027, 0xc028] } },
  {
    name: 'sweet32',
    what: '3DES beside better suites',
    behaviour: { versions: [tls12], suites: [0xc02f, 0xc012, 0x000a] },
  },
  {
    name: 'kyber-draft',
    what: 'The post-quantum group of the draft instead of the standard',
    behaviour: {
      ...onlyAead,
      tls13: (hello) =>
        groupsOffered(hello).includes(x25519Kyber768Draft00) && !groupsShared(hello).includes(x25519Kyber768Draft00)
          ? helloRetryRequest(hello, x25519Kyber768Draft00)
          : undefined,
    },
    isOdd: true,
  },
  {
    name: 'retry-twice',
    what: 'A second HelloRetryRequest after the first',
    behaviour: {
      ...onlyAead,
      tls13: (hello) => helloRetryRequest(hello, groupsShared(hello).includes(secp256r1) ? x25519 : secp256r1),
    },
    isOdd: true,
  },
  {
    name: 'unoffered-group',
    what: 'Requests a group that was not offered',
    behaviour: { ...onlyAead, tls13: (hello) => helloRetryRequest(hello, 0x4242) },
    isOdd: true,
  },
  {
    name: 'misplaced-version',
    what: 'TLS 1.3 in the field where TLS 1.2 is required',
    behaviour: { ...onlyAead, tls13: misplacedVersion },
    isOdd: true,
  },
  {
    name: 'rsa-e1',
    what: 'RSA key with exponent 1, for which anybody can sign',
    behaviour: onlyAead,
    fault: 'exponent-one',
  },
  {
    name: 'wants-sni',
    what: 'Alerts clients without SNI',
    behaviour: { ...onlyAead, refuses: ({ extensions }) => (extensions.has(serverName) ? undefined : 112) },
  },
  {
    name: 'rate-limited-tls',
    what: 'Resets all but ten connections per second',
    behaviour: { ...aeadAndCbc, maxConnectionsPerSecond: 10 },
    isOdd: true,
  },
  {
    name: 'slow',
    what: 'Answers a ClientHello after one second',
    behaviour: { ...aeadAndCbc, delayMs: 1000 },
    isOdd: true,
  },
  {
    name: 'only-ssl3',
    what: 'SSL 3.0 only',
    behaviour: { versions: [wireVersions.SSLv3], suites: [0x002f, 0x000a, 0x0005] },
    isOdd: true,
  },
  {
    name: 'dh1536-common',
    what: 'Common Diffie-Hellman group of 1,536 bits',
    behaviour: { ...onlyDhe, dhPrime: primes.common1536 },
  },
  {
    name: 'late-groups',
    what: 'Closes after its ServerHello where no group is in common',
    behaviour: { ...onlyAead, groups: [24, 23], groupsChecked: 'late' },
  },
  {
    name: 'named-fields',
    what: 'ECDHE, and DHE for clients that name a finite field',
    behaviour: { ...onlyAead, suites: [0xc02f, 0x009e, 0x009f], dhPrime: primes.common2048, fields: 'by-name' },
    isOdd: true,
  },
  {
    name: 'demands-certificate',
    what: 'Ends handshakes without a client certificate',
    behaviour: { ...aeadAndCbc, clientCertificate: 'demanded' },
  },
  {
    name: 'heartbleed-export',
    what: 'Heartbleed (CVE-2014-0160) with export suites only',
    behaviour: { ...everyTls, suites: [0x0003, 0x0006, 0x0008], heartbeat: 'bleeds' },
    isOdd: true,
  },
  {
    name: 'heartbleed-des',
    what: 'Heartbleed (CVE-2014-0160) with DES only',
    behaviour: { ...everyTls, suites: [0x0009], heartbeat: 'bleeds' },
    isOdd: true,
  },
  {
    name: 'heartbleed-null',
    what: 'Heartbleed (CVE-2014-0160) with NULL suites only',
    behaviour: { ...everyTls, suites: [0x0001, 0x0002, 0x003b], heartbeat: 'bleeds' },
    isOdd: true,
  },
  {
    name: 'heartbleed-anonymous',
    what: 'Heartbleed (CVE-2014-0160) with anonymous suites only',
    behaviour: {
      ...everyTls,
      suites: [0x0018, 0x001b, 0x0034, 0x003a],
      dhPrime: primes.common2048,
      heartbeat: 'bleeds',
    },
    isOdd: true,
  },
  {
    name: 'only-weak-curve',
    what: 'secp160r1 and no other curve',
    behaviour: { ...onlyAead, groups: [secp160r1] },
    isOdd: true,
  },
];
