/** Words of one shingle. */
const shingleWords = 3;

/** FNV-1a over characters, from a seed; two of these are one hash of 64 bits. */
function fnv(text: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  // FNV mixes its high bits badly: one more round spreads them.
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b_3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

const seeds = [0x811c_9dc5, 0x2425_ad3f] as const;
const maxWordCharacters = 64;
/** Maximum length of text that is processed at once. */
const maxAtOnce = 16_384;

/** A fingerprint of text that is alike for alike texts: 64 bits, each the majority over all runs of three words. */
export class Simhash {
  readonly #votes = new Int32Array(64);
  readonly #last: string[] = [];
  readonly #waiting: string[] = [];
  #word = '';
  #shingles = 0;

  /** Takes the next piece of the text; a word may be cut between two. Long pieces wait for {@link work}. */
  add(text: string): void {
    if (this.#waiting.length === 0 && text.length <= maxAtOnce) this.#take(text);
    else for (let at = 0; at < text.length; at += maxAtOnce) this.#waiting.push(text.slice(at, at + maxAtOnce));
  }

  /** Does one piece of what waits; false where nothing did. */
  work(): boolean {
    const text = this.#waiting.shift();
    if (text !== undefined) this.#take(text);
    return text !== undefined;
  }

  #take(text: string): void {
    const words = `${this.#word}${text}`.toLowerCase().split(/[\s\p{P}]+/u);
    this.#word = (words.pop() ?? '').slice(0, maxWordCharacters);
    for (const word of words) if (word !== '') this.#addWord(word.slice(0, maxWordCharacters));
  }

  #addWord(word: string): void {
    this.#last.push(word);
    if (this.#last.length < shingleWords) return;
    this.#vote(this.#last.join(' '));
    this.#last.shift();
  }

  #vote(shingle: string): void {
    this.#shingles += 1;
    for (const [half, seed] of seeds.entries()) {
      const hash = fnv(shingle, seed);
      for (let bit = 0; bit < 32; bit += 1) {
        const at = half * 32 + bit;
        this.#votes[at] = (this.#votes[at] ?? 0) + ((hash >>> bit) & 1 ? 1 : -1);
      }
    }
  }

  /** Sixteen hex digits. A text of fewer than three words is one shingle. */
  digest(): string {
    while (this.work());
    if (this.#word !== '') this.#addWord(this.#word);
    if (this.#shingles === 0) this.#vote(this.#last.join(' '));
    let hex = '';
    for (let digit = 0; digit < 16; digit += 1) {
      let value = 0;
      for (let bit = 0; bit < 4; bit += 1) value |= (this.#votes[digit * 4 + bit] ?? 0) > 0 ? 1 << bit : 0;
      hex += value.toString(16);
    }
    return hex;
  }
}

/** Count of bits in which two fingerprints differ, 0 to 64. */
export function simhashDistance(a: string, b: string): number {
  let distance = 0;
  for (let digit = 0; digit < 16; digit += 1) {
    let bits = Number.parseInt(a.charAt(digit) || '0', 16) ^ Number.parseInt(b.charAt(digit) || '0', 16);
    for (; bits > 0; bits >>= 1) distance += bits & 1;
  }
  return distance;
}
