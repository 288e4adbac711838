import type { Attack } from './attack.ts';
import {
  deprecatedDirectives,
  fallbacksOf,
  headerOnlyDirectives,
  loneDirectives,
  otherDirectives,
  rulingDirective,
} from './directives.ts';
import type { DocumentPolicy } from './document-policies.ts';
import type { CspPolicy } from './parse.ts';
import type { QuestionId } from './questions.data.ts';
import { hasKeyword, hasNonceOrHash, reachesAttributes, readSources, type SourceList } from './sources.ts';
import { hasSources } from './syntax.ts';

/** Why a directive does less than it could. */
export type WeakCode =
  | 'unsafe-inline'
  | 'any-host'
  | 'any-scheme'
  | 'bypass-host'
  | 'unsafe-eval'
  | 'wasm-unsafe-eval'
  | 'unsafe-hashes'
  | 'cleartext'
  | 'short-nonce';

/** Why a directive, or a token in it, does nothing. */
export type IgnoredCode =
  | 'report-only'
  | 'header-only'
  | 'unknown'
  | 'deprecated'
  /** Tokens that nonces, hashes or strict-dynamic disable, as intended. */
  | 'unsafe-inline-overridden'
  | 'hosts-overridden'
  | 'invalid-tokens';

export type DirectiveVerdict =
  | { verdict: 'holds'; notes: readonly IgnoredCode[] }
  | { verdict: 'weak'; why: readonly WeakCode[] }
  | { verdict: 'ignored'; why: IgnoredCode }
  /** Strict-dynamic without nonce or hash: nothing runs, the page's own scripts included. */
  | { verdict: 'broken'; why: 'strict-dynamic-orphan' }
  /** Null: there is no fallback, and everything is allowed. */
  | { verdict: 'absent'; fallsBackTo: string | null };

export interface JudgedDirective {
  /** The number of the policy, from 0; null for a directive that no enforced policy has. */
  policy: number | null;
  name: string;
  value: string;
  judged: DirectiveVerdict;
}

/** A nonce of 128 bits has so many characters of base64 (CSP3 section 7.1). */
export const minNonceCharacters = 22;

/** What each token allows by itself, in the attacks that it lets through. */
const weaknessOf: Readonly<Partial<Record<QuestionId, WeakCode>>> = {
  'inline-script': 'unsafe-inline',
  'inline-handler': 'unsafe-inline',
  'javascript-url': 'unsafe-inline',
  'inline-style': 'unsafe-inline',
  'style-attribute': 'unsafe-inline',
  'script-any-host': 'any-host',
  'worker-any-host': 'any-host',
  'object-any-host': 'any-host',
  'base-any-host': 'any-host',
  'form-any-host': 'any-host',
  'framed-by-any-host': 'any-host',
  'frame-any-host': 'any-host',
  'style-any-host': 'any-host',
  'connect-any-host': 'any-host',
  'script-data': 'any-scheme',
  'script-blob': 'any-scheme',
  'script-filesystem': 'any-scheme',
  'worker-data': 'any-scheme',
  'object-data': 'any-scheme',
  eval: 'unsafe-eval',
  wasm: 'wasm-unsafe-eval',
  'script-http': 'cleartext',
  'image-http': 'cleartext',
};

/** What the attacks show about a directive: it let one through in its policy. */
function weaknesses(name: string, index: number, { questions, bypasses }: Attack): Set<WeakCode> {
  const found = new Set<WeakCode>();
  for (const { id, answers } of questions) {
    const weakness = weaknessOf[id];
    const answer = answers[index];
    if (weakness !== undefined && answer?.allows === true && answer.directive === name) found.add(weakness);
  }
  // unsafe-eval includes WebAssembly.
  if (found.has('unsafe-eval')) found.delete('wasm-unsafe-eval');
  if (found.has('any-host')) found.delete('cleartext');
  else if (bypasses.some(({ answers }) => answers[index]?.directive === name)) found.add('bypass-host');
  return found;
}

/** What a directive decides about scripts in its policy: nothing where a more specific one takes precedence (CSP3 section 6.8.3). */
interface Reach {
  elements: boolean;
  attributes: boolean;
}

const reachOf = (policy: CspPolicy, name: string): Reach => ({
  elements: rulingDirective(policy, 'script-src-elem')?.directive === name,
  attributes: rulingDirective(policy, 'script-src-attr')?.directive === name,
});

function ownWeaknesses({ elements, attributes }: Reach, list: SourceList): WeakCode[] {
  const isShort = list.some((source) => source.kind === 'nonce' && source.nonce.length < minNonceCharacters);
  return [
    ...(elements && isShort ? ['short-nonce' as const] : []),
    ...((elements || attributes) && reachesAttributes(list) ? ['unsafe-hashes' as const] : []),
  ];
}

/** Tokens without effect, which is no fault where they serve older browsers. */
function notesOf(name: string, { elements, attributes }: Reach, list: SourceList): IgnoredCode[] {
  const notes: IgnoredCode[] = [];
  const isDynamic = hasKeyword(list, 'strict-dynamic');
  const isOverridden = hasNonceOrHash(list) || ((elements || attributes) && isDynamic);
  if (hasKeyword(list, 'unsafe-inline') && isOverridden) notes.push('unsafe-inline-overridden');
  // Those of default-src still count for everything but scripts.
  const areHostsOverridden = elements && isDynamic && name !== 'default-src';
  if (areHostsOverridden && list.some(({ kind }) => kind === 'host' || kind === 'scheme'))
    notes.push('hosts-overridden');
  if (list.some(({ kind }) => kind === 'invalid')) notes.push('invalid-tokens');
  return notes;
}

function ignoredCode(policy: DocumentPolicy, name: string): IgnoredCode | null {
  if (policy.delivery === 'report-only') return 'report-only';
  if (policy.delivery === 'meta' && headerOnlyDirectives.has(name)) return 'header-only';
  if (deprecatedDirectives.has(name)) return 'deprecated';
  return hasSources(name) || otherDirectives.has(name) ? null : 'unknown';
}

function judge(policy: DocumentPolicy, index: number, name: string, attack: Attack): DirectiveVerdict {
  const ignored = ignoredCode(policy, name);
  if (ignored !== null) return { verdict: 'ignored', why: ignored };
  if (!hasSources(name)) return { verdict: 'holds', notes: [] };
  const list = readSources(policy.directives.get(name) ?? []);
  const reach = reachOf(policy, name);
  if (reach.elements && hasKeyword(list, 'strict-dynamic') && !hasNonceOrHash(list)) {
    return { verdict: 'broken', why: 'strict-dynamic-orphan' };
  }
  const why = [...weaknesses(name, index, attack), ...ownWeaknesses(reach, list)];
  return why.length > 0 ? { verdict: 'weak', why } : { verdict: 'holds', notes: notesOf(name, reach, list) };
}

/** Directives whose absence is reported. */
const expected = ['script-src', 'object-src', 'base-uri', 'form-action', 'frame-ancestors'] as const;

function absences(policies: readonly DocumentPolicy[]): JudgedDirective[] {
  const enforced = policies.filter(({ delivery }) => delivery !== 'report-only');
  const has = (name: string): boolean => enforced.some(({ directives }) => directives.has(name));
  return expected
    .filter((name) => !has(name))
    .map((name) => {
      const fallsBackTo = loneDirectives.has(name) ? null : (fallbacksOf(name).find(has) ?? null);
      return { policy: null, name, value: '', judged: { verdict: 'absent', fallsBackTo } };
    });
}

/**
 * A verdict for each directive of a document's policies, and for missing ones. The attack must have been run on the enforced
 * ones among them, in the same order.
 */
export function judgeDirectives(policies: readonly DocumentPolicy[], attack: Attack): JudgedDirective[] {
  let enforced = -1;
  const judged = policies.flatMap((policy, index): JudgedDirective[] => {
    if (policy.delivery !== 'report-only') enforced += 1;
    const at = enforced;
    const names = [...policy.directives].map(([name, values]): JudgedDirective => {
      return { policy: index, name, value: values.join(' '), judged: judge(policy, at, name, attack) };
    });
    const lost = policy.delivery === 'meta' ? policy.ignored : [];
    return [
      ...names,
      ...lost.map((name): JudgedDirective => {
        return { policy: index, name, value: '', judged: { verdict: 'ignored', why: 'header-only' } };
      }),
    ];
  });
  return [...judged, ...absences(policies)];
}
