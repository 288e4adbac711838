import { parseItem, Token } from 'structured-headers';
import { combinedValue, type HeaderLines, headerValues } from '../headers/header-list.ts';

/** Why browsers read a header as if it were absent. */
export type IsolationProblem = 'not-structured' | 'repeated' | 'unknown-value';

/** One of the headers that isolate a document or a resource. */
export type Isolation<Value extends string> =
  | { state: 'absent' }
  | { state: 'invalid'; problem: IsolationProblem; text: string }
  | { state: 'valid'; value: Value; reportTo: string | null };

const openerPolicies = ['unsafe-none', 'same-origin', 'same-origin-allow-popups', 'noopener-allow-popups'] as const;
const embedderPolicies = ['unsafe-none', 'require-corp', 'credentialless'] as const;
const resourcePolicies = ['same-origin', 'same-site', 'cross-origin'] as const;

export type OpenerPolicy = (typeof openerPolicies)[number];
export type EmbedderPolicy = (typeof embedderPolicies)[number];
export type ResourcePolicy = (typeof resourcePolicies)[number];

const oneOf = <Value extends string>(values: readonly Value[], text: string): Value | undefined =>
  values.find((value) => value === text);

/** Reads a structured item: a token and its parameters (HTML, "obtain a cross-origin opener policy"). */
function readItem<Value extends string>(lines: HeaderLines, name: string, values: readonly Value[]): Isolation<Value> {
  const text = combinedValue(lines, name);
  if (text === null) return { state: 'absent' };
  // Lines are joined by commas, and a list is no item.
  if (headerValues(lines, name).length > 1) return { state: 'invalid', problem: 'repeated', text };
  try {
    const [bare, parameters] = parseItem(text);
    const value = bare instanceof Token ? oneOf(values, bare.toString()) : undefined;
    if (value === undefined) return { state: 'invalid', problem: 'unknown-value', text };
    const reportTo = parameters.get('report-to');
    return { state: 'valid', value, reportTo: typeof reportTo === 'string' ? reportTo : null };
  } catch {
    return { state: 'invalid', problem: 'not-structured', text };
  }
}

type Mode = 'enforced' | 'report-only';
const nameOf = (name: string, mode: Mode): string => (mode === 'enforced' ? name : `${name}-Report-Only`);

/** Reads Cross-Origin-Opener-Policy. */
export const parseOpenerPolicy = (lines: HeaderLines, mode: Mode = 'enforced'): Isolation<OpenerPolicy> =>
  readItem(lines, nameOf('Cross-Origin-Opener-Policy', mode), openerPolicies);

/** Reads Cross-Origin-Embedder-Policy. */
export const parseEmbedderPolicy = (lines: HeaderLines, mode: Mode = 'enforced'): Isolation<EmbedderPolicy> =>
  readItem(lines, nameOf('Cross-Origin-Embedder-Policy', mode), embedderPolicies);

/** Reads Cross-Origin-Resource-Policy, which is no structured field: one word, with case (Fetch section 3.7). */
export function parseResourcePolicy(lines: HeaderLines): Isolation<ResourcePolicy> {
  const text = combinedValue(lines, 'Cross-Origin-Resource-Policy');
  if (text === null) return { state: 'absent' };
  const value = oneOf(resourcePolicies, text);
  if (value !== undefined) return { state: 'valid', value, reportTo: null };
  const isRepeated = headerValues(lines, 'Cross-Origin-Resource-Policy').length > 1;
  return { state: 'invalid', problem: isRepeated ? 'repeated' : 'unknown-value', text };
}

/** Whether a document is isolated, so that browsers give it precise clocks and shared memory (HTML, "cross-origin isolated"). */
export function isCrossOriginIsolated(lines: HeaderLines): boolean {
  const [opener, embedder] = [parseOpenerPolicy(lines), parseEmbedderPolicy(lines)];
  return (
    opener.state === 'valid' &&
    opener.value === 'same-origin' &&
    embedder.state === 'valid' &&
    embedder.value !== 'unsafe-none'
  );
}
