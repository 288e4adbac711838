import { type FetchDirective, type LoneDirective, rulingDirective, rulingForEval, type Ruling } from './directives.ts';
import { matchingSource, type UrlQuestion } from './match-url.ts';
import type { CspPolicy } from './parse.ts';
import { hasKeyword, hasNonceOrHash, type Source, type SourceList } from './sources.ts';

/** The decision of a policy: whether it allows something, which directive decides, and by which token. */
export interface PolicyAnswer {
  allows: boolean;
  /** Null where no directive rules it, and so it is allowed. */
  directive: string | null;
  source: string | null;
}

const unruled: PolicyAnswer = { allows: true, directive: null, source: null };
const answer = ({ directive }: Ruling, source: Source | null): PolicyAnswer => ({
  allows: source !== null,
  directive,
  source: source?.text ?? null,
});

const find = (list: SourceList, test: (source: Source) => boolean): Source | null => list.find(test) ?? null;
const findKeyword = (list: SourceList, ...names: string[]): Source | null =>
  find(list, (source) => source.kind === 'keyword' && names.includes(source.keyword));

/** Properties of an element that a list may require. */
export interface Credentials {
  nonce?: string;
  /** Hashes of its text, as `sha256-…`; or of what it loads, by its integrity attribute. */
  hashes?: readonly string[];
}

const nonceSource = (list: SourceList, nonce: string | undefined): Source | null =>
  nonce === undefined || nonce === ''
    ? null
    : find(list, (source) => source.kind === 'nonce' && source.nonce === nonce);

/** Base64 of either alphabet is the same hash (CSP3 section 6.7.3.3, step 4). */
const sameAlphabet = (value: string): string => value.replaceAll('-', '+').replaceAll('_', '/');

const hashSource = (list: SourceList, hashes: readonly string[]): Source | null =>
  find(
    list,
    (source) => source.kind === 'hash' && hashes.includes(`${source.algorithm}-${sameAlphabet(source.value)}`),
  );

/** Integrity lets a script in only where every hash of the attribute is in the list (CSP3 section 6.7.1.1, step 1.2). */
function integritySource(list: SourceList, hashes: readonly string[] = []): Source | null {
  const found = hashes.map((hash) => hashSource(list, [hash]));
  return found.every((source) => source !== null) ? (found[0] ?? null) : null;
}

/** The decision about a script that an element of the markup loads (CSP3 section 6.7.1.1). */
export function allowsScript(
  policy: CspPolicy,
  question: UrlQuestion,
  { nonce, hashes }: Credentials = {},
): PolicyAnswer {
  const ruling = rulingDirective(policy, 'script-src-elem');
  if (ruling === null) return unruled;
  const { list } = ruling;
  const chosen = nonceSource(list, nonce) ?? integritySource(list, hashes);
  if (chosen !== null) return answer(ruling, chosen);
  // The parser inserted it: strict-dynamic only lets in what a script adds.
  return answer(ruling, hasKeyword(list, 'strict-dynamic') ? null : matchingSource(list, question));
}

/** The decision about a style sheet that an element loads. */
export function allowsStyle(policy: CspPolicy, question: UrlQuestion, { nonce }: Credentials = {}): PolicyAnswer {
  const ruling = rulingDirective(policy, 'style-src-elem');
  if (ruling === null) return unruled;
  return answer(ruling, nonceSource(ruling.list, nonce) ?? matchingSource(ruling.list, question));
}

/** Whether a URL matches the list of a directive, or of its fallback. */
export function allowsUrl(
  policy: CspPolicy,
  name: FetchDirective | LoneDirective,
  question: UrlQuestion,
): PolicyAnswer {
  const ruling = rulingDirective(policy, name);
  return ruling === null ? unruled : answer(ruling, matchingSource(ruling.list, question));
}

/** A worker's script is matched like any script, except for the directive. */
export function allowsWorker(policy: CspPolicy, question: UrlQuestion): PolicyAnswer {
  const ruling = rulingDirective(policy, 'worker-src');
  if (ruling === null) return unruled;
  const { directive, list } = ruling;
  // A script starts it, not the parser: strict-dynamic trusts that, but only in a list of scripts.
  const dynamic =
    directive === 'script-src' && hasKeyword(list, 'strict-dynamic') ? findKeyword(list, 'strict-dynamic') : null;
  return answer(ruling, dynamic ?? matchingSource(list, question));
}

/** An object is loaded only where frames are allowed, too, because its HTML is a nested page. */
export function allowsObject(policy: CspPolicy, question: UrlQuestion): PolicyAnswer {
  const [object, frame] = [allowsUrl(policy, 'object-src', question), allowsUrl(policy, 'frame-src', question)];
  return object.allows ? (frame.allows ? object : frame) : object;
}

export type InlineKind = 'script' | 'script attribute' | 'navigation' | 'style' | 'style attribute';

const inlineDirectives = {
  script: 'script-src-elem',
  'script attribute': 'script-src-attr',
  navigation: 'script-src-elem',
  style: 'style-src-elem',
  'style attribute': 'style-src-attr',
} as const;

/** CSP3 section 6.7.3.2: nonces, hashes and, for scripts, strict-dynamic make 'unsafe-inline' have no effect. */
function inlineSource(list: SourceList, kind: InlineKind): Source | null {
  const isScript = kind !== 'style' && kind !== 'style attribute';
  if (hasNonceOrHash(list) || (isScript && hasKeyword(list, 'strict-dynamic'))) return null;
  return findKeyword(list, 'unsafe-inline');
}

/** CSP3 section 6.7.3.3: hashes apply to attributes and javascript: URLs only with 'unsafe-hashes'. */
function credentialSource(list: SourceList, kind: InlineKind, { nonce, hashes = [] }: Credentials): Source | null {
  const isElement = kind === 'script' || kind === 'style';
  const byNonce = isElement ? nonceSource(list, nonce) : null;
  return byNonce ?? (isElement || hasKeyword(list, 'unsafe-hashes') ? hashSource(list, hashes) : null);
}

const requiresTrustedTypes = (policy: CspPolicy): boolean =>
  policy.directives.get('require-trusted-types-for')?.includes("'script'") === true;

/** Tests a script or a style in the markup. */
export function allowsInline(policy: CspPolicy, kind: InlineKind, credentials: Credentials = {}): PolicyAnswer {
  if (kind === 'navigation' && requiresTrustedTypes(policy)) {
    return { allows: false, directive: 'require-trusted-types-for', source: null };
  }
  const ruling = rulingDirective(policy, inlineDirectives[kind]);
  if (ruling === null) return unruled;
  return answer(ruling, inlineSource(ruling.list, kind) ?? credentialSource(ruling.list, kind, credentials));
}

/** The decision about text that is compiled: eval of a string, or WebAssembly (CSP3 sections 4.4.1 and 4.5.1). */
export function allowsCompilation(policy: CspPolicy, what: 'eval' | 'wasm'): PolicyAnswer {
  if (what === 'eval' && requiresTrustedTypes(policy)) {
    return { allows: false, directive: 'require-trusted-types-for', source: null };
  }
  const ruling = rulingForEval(policy);
  if (ruling === null) return unruled;
  const words = what === 'eval' ? ['unsafe-eval'] : ['unsafe-eval', 'wasm-unsafe-eval'];
  return answer(ruling, findKeyword(ruling.list, ...words));
}

/** Whether strings may go to the sinks of the document that run them. */
export const allowsSinks = (policy: CspPolicy): PolicyAnswer =>
  requiresTrustedTypes(policy) ? { allows: false, directive: 'require-trusted-types-for', source: null } : unruled;
