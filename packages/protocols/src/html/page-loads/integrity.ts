/** Hash kinds of SRI, the weakest first. */
const algorithms = ['sha256', 'sha384', 'sha512'] as const;
export type IntegrityAlgorithm = (typeof algorithms)[number];

export interface IntegrityHash {
  algorithm: IntegrityAlgorithm;
  /** In the usual alphabet of base64, without padding. */
  value: string;
}

/** Why browsers ignore a word of the attribute. */
export type IntegrityProblem = 'empty' | 'unknown-algorithm' | 'malformed' | 'wrong-length';

/** An integrity attribute as browsers read it. */
export interface Integrity {
  /** The hashes that count: those of the strongest kind. None where the attribute protects nothing. */
  hashes: readonly IntegrityHash[];
  problems: readonly IntegrityProblem[];
}

const isAlgorithm = (text: string): text is IntegrityAlgorithm => algorithms.some((algorithm) => algorithm === text);

/** Characters of the unpadded base64 of a digest. */
const lengths: Readonly<Record<IntegrityAlgorithm, number>> = { sha256: 43, sha384: 64, sha512: 86 };

const unpadded = (text: string): string =>
  text
    .replace(/={1,2}$/, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');

function readWord(word: string): IntegrityHash | IntegrityProblem {
  const [expression = ''] = word.split('?');
  const dash = expression.indexOf('-');
  const algorithm = dash === -1 ? expression : expression.slice(0, dash);
  // Algorithms are compared with case.
  if (!isAlgorithm(algorithm)) return 'unknown-algorithm';
  const value = dash === -1 ? '' : expression.slice(dash + 1);
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(value) ? { algorithm, value: unpadded(value) } : 'malformed';
}

/** Reads an integrity attribute (SRI section 3.3.2): unknown words are ignored, and of several kinds only the strongest counts. */
export function parseIntegrity(text: string): Integrity {
  const words = text.split(/[\t\n\f\r ]+/).filter((word) => word !== '');
  if (words.length === 0) return { hashes: [], problems: ['empty'] };
  const read = words.map(readWord);
  const hashes = read.filter((one): one is IntegrityHash => typeof one !== 'string');
  const strongest = algorithms.findLast((algorithm) => hashes.some((hash) => hash.algorithm === algorithm));
  // A digest of another length never matches: the browser blocks the file.
  const hasWrongLength = hashes.some(({ algorithm, value }) => value.length !== lengths[algorithm]);
  return {
    hashes: hashes.filter(({ algorithm }) => algorithm === strongest),
    problems: [
      ...read.filter((one): one is IntegrityProblem => typeof one === 'string'),
      ...(hasWrongLength ? ['wrong-length' as const] : []),
    ],
  };
}

/** Digests of a file in base64. */
export type Digests = Readonly<Partial<Record<IntegrityAlgorithm, string>>>;

/** Whether a browser takes a file; null where the deciding digest is missing. */
export function matchesIntegrity({ hashes }: Integrity, digests: Digests): boolean | null {
  const [first] = hashes;
  if (first === undefined) return true;
  const actual = digests[first.algorithm];
  return actual === undefined ? null : hashes.some(({ value }) => value === unpadded(actual));
}
