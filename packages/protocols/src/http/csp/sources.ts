/** Keywords of a source list, in quotes there (CSP3 section 2.3.1, and what browsers have added since). */
export const keywords = [
  'self',
  'unsafe-inline',
  'unsafe-eval',
  'strict-dynamic',
  'unsafe-hashes',
  'report-sample',
  'unsafe-allow-redirects',
  'wasm-unsafe-eval',
  'trusted-types-eval',
  'inline-speculation-rules',
  'report-sha256',
  'report-sha384',
  'report-sha512',
] as const;
export type Keyword = (typeof keywords)[number];

/** Why a token of a source list matches nothing. */
export type InvalidSource = 'unknown-keyword' | 'malformed-nonce' | 'malformed-hash' | 'malformed-host';

/** One source expression, with its original text. */
export type Source = { text: string } & (
  | { kind: 'none' }
  | { kind: 'keyword'; keyword: Keyword }
  | { kind: 'nonce'; nonce: string }
  | { kind: 'hash'; algorithm: 'sha256' | 'sha384' | 'sha512'; value: string }
  | { kind: 'scheme'; scheme: string }
  | HostSource
  | { kind: 'invalid'; reason: InvalidSource }
);

export interface HostSource {
  kind: 'host';
  /** In lower case, without colon; null: the page's own scheme. */
  scheme: string | null;
  /** In lower case: a name, `*.` and a name, or `*` alone. */
  host: string;
  /** Digits, or `*`. */
  port: string | null;
  /** Without query, which browsers ignore; empty where there is none. */
  path: string;
}

const base64Value = '[A-Za-z0-9+/_-]+={0,2}';
const noncePattern = new RegExp(`^'nonce-(${base64Value})'$`, 'i');
const hashPattern = new RegExp(`^'(sha256|sha384|sha512)-(${base64Value})'$`, 'i');
const schemePattern = /^([a-z][a-z0-9+.-]*):$/i;

/** One character class after another, so that time is linear: scheme, host, port, path. */
const hostPattern =
  /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*\.?)(?::(\d+|\*))?(\/[^?#]*)?(?:[?#].*)?$/i;

const isKeyword = (word: string): word is Keyword => keywords.some((keyword) => keyword === word);

/** Reads a quoted expression. */
function readQuoted(text: string): Source {
  const lower = text.toLowerCase();
  if (lower === "'none'") return { kind: 'none', text };
  const word = lower.slice(1, -1);
  if (lower.endsWith("'") && isKeyword(word)) return { kind: 'keyword', keyword: word, text };
  const nonce = noncePattern.exec(text)?.[1];
  if (nonce !== undefined) return { kind: 'nonce', nonce, text };
  const [, algorithm, value] = hashPattern.exec(text) ?? [];
  // Browsers decode the value, and ignore a source whose value is not base64.
  if (algorithm !== undefined && value !== undefined && value.replace(/=+$/, '').length % 4 !== 1) {
    return { kind: 'hash', algorithm: readAlgorithm(algorithm), value, text };
  }
  if (lower.startsWith("'nonce-")) return { kind: 'invalid', reason: 'malformed-nonce', text };
  return { kind: 'invalid', reason: /^'sha\d/.test(lower) ? 'malformed-hash' : 'unknown-keyword', text };
}

function readAlgorithm(text: string): 'sha256' | 'sha384' | 'sha512' {
  const lower = text.toLowerCase();
  return lower === 'sha256' || lower === 'sha384' ? lower : 'sha512';
}

/** Reads one token of a source list (CSP3 section 2.3.1). */
export function readSource(text: string): Source {
  if (text.startsWith("'")) return readQuoted(text);
  const scheme = schemePattern.exec(text)?.[1];
  if (scheme !== undefined) return { kind: 'scheme', scheme: scheme.toLowerCase(), text };
  const match = hostPattern.exec(text);
  if (match === null) return { kind: 'invalid', reason: 'malformed-host', text };
  const [, schemePart, host = '', port, path] = match;
  return {
    kind: 'host',
    scheme: schemePart?.toLowerCase() ?? null,
    host: host.toLowerCase(),
    port: port ?? null,
    path: path ?? '',
    text,
  };
}

/** A source list; the tokens in the order of the policy. */
export type SourceList = readonly Source[];

/** Lists that were read, because every test of a policy needs them again. */
const lists = new WeakMap<readonly string[], SourceList>();

export function readSources(values: readonly string[]): SourceList {
  const known = lists.get(values);
  if (known !== undefined) return known;
  const list = values.map(readSource);
  lists.set(values, list);
  return list;
}

const keywordsOf = new WeakMap<SourceList, ReadonlySet<Keyword>>();

/** Whether a list has a keyword. */
export function hasKeyword(list: SourceList, keyword: Keyword): boolean {
  const known = keywordsOf.get(list);
  if (known !== undefined) return known.has(keyword);
  const found = new Set(list.flatMap((source) => (source.kind === 'keyword' ? [source.keyword] : [])));
  keywordsOf.set(list, found);
  return found.has(keyword);
}

/** Whether a list allows scripts by nonces or hashes, which disables 'unsafe-inline'. */
export const hasNonceOrHash = (list: SourceList): boolean =>
  list.some(({ kind }) => kind === 'nonce' || kind === 'hash');

/** Whether hashes of a list apply to event handlers and javascript: URLs too: the keyword alone has no effect. */
export const reachesAttributes = (list: SourceList): boolean =>
  hasKeyword(list, 'unsafe-hashes') && list.some(({ kind }) => kind === 'hash');
