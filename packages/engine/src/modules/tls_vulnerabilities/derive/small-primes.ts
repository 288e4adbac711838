import type { TlsEndpoint, TlsVersionName } from '../../../evidence/tls/schema.ts';
import { acceptedVersions } from '../../derive/tls/inventory.ts';
import { commonPrimes, type CommonPrime } from '../protocol/common-primes.data.ts';

/** A prime that a server sent, with the version and suite under which it did. */
export interface DhParameters {
  version: TlsVersionName;
  suite: number;
  bits: number;
  prime: string;
  export: boolean;
}

/** The Logjam paper (CCS 2015, section 4) holds primes up to this size for within reach of a state. */
const reachableBits = 1024;

const byPrime: ReadonlyMap<string, CommonPrime> = new Map(commonPrimes.map((one) => [one.prime, one]));

/** The common prime that this one is, if it is one. */
export const commonPrimeOf = (prime: string): CommonPrime | undefined => byPrime.get(prime.toLowerCase());

/** Primes of 1024 bits or less that the server sent, each once. */
export function smallPrimes(endpoint: TlsEndpoint): DhParameters[] {
  const all = acceptedVersions(endpoint).flatMap(({ version, dh }) => dh.map((one) => ({ version, ...one })));
  const small = all.filter((one) => one.bits <= reachableBits || one.export);
  return [...new Map(small.toReversed().map((one) => [one.prime, one])).values()].toReversed();
}
