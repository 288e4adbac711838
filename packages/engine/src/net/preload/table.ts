import { createHash } from 'node:crypto';

/** The matching entry of a name: its own, or one of a parent name. */
export interface PreloadEntry {
  name: string;
  includeSubdomains: boolean;
}

/** Names of the list as sorted 63-bit hashes, with the last bit for includeSubDomains. */
export interface PreloadTable {
  entries: number;
  /** The entry that makes browsers use https only for a host; null: none. */
  find: (host: string) => PreloadEntry | null;
}

/** An unrelated name collides with one of 200,000 entries with a probability of 2^-45. */
const hashOf = (name: string): bigint => createHash('sha256').update(name).digest().readBigUInt64BE() & ~1n;

function has(sorted: BigUint64Array, value: bigint): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0n) < value) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === value;
}

/** Collects entries, then sorts them once. */
export class PreloadTableBuilder {
  #hashes = new BigUint64Array(1 << 16);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add({ name, includeSubdomains }: PreloadEntry): void {
    if (this.#count === this.#hashes.length) {
      const grown = new BigUint64Array(this.#hashes.length * 2);
      grown.set(this.#hashes);
      this.#hashes = grown;
    }
    this.#hashes[this.#count] = hashOf(name) | (includeSubdomains ? 1n : 0n);
    this.#count += 1;
  }

  build(): PreloadTable {
    const sorted = this.#hashes.slice(0, this.#count).toSorted();
    return {
      entries: sorted.length,
      find: (host) => {
        const labels = host.split('.');
        for (let at = 0; at < labels.length; at += 1) {
          const name = labels.slice(at).join('.');
          const hash = hashOf(name);
          if (has(sorted, hash | 1n)) return { name, includeSubdomains: true };
          if (at === 0 && has(sorted, hash)) return { name, includeSubdomains: false };
        }
        return null;
      },
    };
  }
}
