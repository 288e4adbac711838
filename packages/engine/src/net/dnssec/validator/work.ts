import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Nsec3Parameters } from '@perimeter/protocols/dns/denial/nsec3';
import type { Dnskey } from '@perimeter/protocols/dns/dnssec';
import { encodeName } from '@perimeter/protocols/dns/name';
import { verifiesWith } from '../algorithms.ts';
import { sha256Hex } from '../../sha256.ts';

/**
 * Computation limits of one audit for work that targets cause (CVE-2023-50387, CVE-2023-50868): honest chains need
 * about 20 verifications and 100 rounds.
 */
const mostVerifications = 200;
const mostHashRounds = 20_000;
/** RFC 9276 section 3.2: current validators accept 50 to 150 iterations at most. */
export const mostIterations = 150;
/** Longest computation in milliseconds without yielding to the event loop. */
const longestStretchMs = 20;

/** Counts the arithmetic of one audit. */
export class Work {
  readonly #verified = new Map<string, boolean>();
  #hashRounds = 0;
  #sinceMs = performance.now();

  /** True where the key made the signature; computed once per signature. Null: the limit is reached. */
  verify(key: Dnskey, data: Uint8Array, signature: Uint8Array): boolean | null {
    const parts = [key.publicKey, signature, data].map((part) => sha256Hex(part));
    const id = [key.algorithm, ...parts].join(' ');
    const known = this.#verified.get(id);
    if (known !== undefined) return known;
    if (this.#verified.size >= mostVerifications) return null;
    const verifies = verifiesWith(key, data, signature);
    this.#verified.set(id, verifies);
    return verifies;
  }

  /** The work done so far. */
  get done(): { verifications: number; hashRounds: number } {
    return { verifications: this.#verified.size, hashRounds: this.#hashRounds };
  }

  /** Hashes a name (RFC 5155 section 5); beyond the limit the hash is empty and matches nothing. */
  hashName(name: string, { iterations, salt }: Nsec3Parameters): Uint8Array {
    this.#hashRounds += iterations + 1;
    if (this.#hashRounds > mostHashRounds) return new Uint8Array();
    const once = (octets: Uint8Array): Uint8Array => createHash('sha1').update(octets).update(salt).digest();
    let hash = once(encodeName(name));
    for (let round = 0; round < iterations; round++) hash = once(hash);
    return hash;
  }

  get hashesAreSpent(): boolean {
    return this.#hashRounds > mostHashRounds;
  }

  /** Yields to the event loop after a long computation. */
  async pause(): Promise<void> {
    if (performance.now() - this.#sinceMs < longestStretchMs) return;
    await setImmediate();
    this.#sinceMs = performance.now();
  }
}
