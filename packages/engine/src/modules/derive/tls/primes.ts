import type { CipherSuite } from '@perimeter/protocols/tls/registry/suites';
import { nmapLine } from '../../../catalogue/reproduce.ts';
import type { TlsEndpoint, TlsVersionName } from '../../../evidence/tls/schema.ts';
import { firstLines, namedSuite, rawLines } from './proof.ts';
import { commonPrimes, type CommonPrime } from './common-primes.data.ts';
import { proof, type Why, whyBy } from '../../../catalogue/outcome.ts';
import { acceptedSuites, acceptedVersions } from '../../../evidence/tls/inventory.ts';

/** A prime that a server sent, with its version and suite. */
export interface DhParameters {
  version: TlsVersionName;
  suite: number;
  bits: number;
  prime: string;
  export: boolean;
}

/** The Logjam paper (CCS 2015, section 4) estimates that a state can precompute primes up to this size. */
const reachableBits = 1024;

const byPrime: ReadonlyMap<string, CommonPrime> = new Map(commonPrimes.map((one) => [one.prime, one]));

/** The matching common prime, if any. */
export const commonPrimeOf = (prime: string): CommonPrime | undefined => byPrime.get(prime.toLowerCase());

/** Every prime that the server sent. */
export const primesOf = (endpoint: TlsEndpoint): readonly DhParameters[] =>
  acceptedVersions(endpoint).flatMap(({ version, dh }) => dh.map((one) => ({ version, ...one })));

/** Primes of 1024 bits or less that the server sent, each once. */
export function smallPrimes(endpoint: TlsEndpoint): DhParameters[] {
  const small = primesOf(endpoint).filter((one) => one.bits <= reachableBits || one.export);
  return [...new Map(small.toReversed().map((one) => [one.prime, one])).values()].toReversed();
}

function primeLine({ version, suite, bits, prime }: DhParameters): string {
  const common = commonPrimeOf(prime);
  return `${version} ${namedSuite(suite)}: p of ${bits} bits${common === undefined ? '' : `, ${common.name}`} = ${prime}`;
}

/** The first six primes, with their raw answers and a command: the ssl-dh-params script for primes up to 1024 bits. */
export const primeProof = (endpoint: TlsEndpoint, primes: readonly DhParameters[], script = 'ssl-dh-params'): string =>
  proof(firstLines(primes.map(primeLine), 6), rawLines(endpoint, ['dh']), nmapLine(endpoint, script));

/** Suites with an ephemeral Diffie-Hellman key. */
export const isEphemeralDh = ({ keyExchange }: CipherSuite): boolean =>
  keyExchange === 'DHE' || keyExchange === 'DHE_PSK';

/** Why the server may use a prime that was not seen. */
export function primeGap(endpoint: TlsEndpoint): Why | undefined {
  const read = new Set(primesOf(endpoint).map(({ version }) => version));
  const unread = acceptedSuites(endpoint, isEphemeralDh).find(({ version }) => !read.has(version));
  return unread === undefined
    ? undefined
    : whyBy('parameters-unknown', { suite: unread.name, version: unread.version });
}
