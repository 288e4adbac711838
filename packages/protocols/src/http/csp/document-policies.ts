import type { HeaderLines } from '../headers/header-list.ts';
import { headerOnlyDirectives } from './directives.ts';
import { type CspPolicy, parseCsp, parseCspPolicy } from './parse.ts';

/** A policy of a document, and its position. */
export interface DocumentPolicy extends CspPolicy {
  delivery: 'header' | 'report-only' | 'meta';
  /** Directives that have no effect at the position of the policy. */
  ignored: readonly string[];
}

/** A policy in a meta element: one policy, commas and all, without the directives that only headers may have (CSP3 section 3.3). */
function metaPolicy(text: string): DocumentPolicy {
  const policy = parseCspPolicy(text);
  const names = [...policy.directives.keys()];
  const directives = new Map([...policy.directives].filter(([name]) => !headerOnlyDirectives.has(name)));
  return { ...policy, directives, delivery: 'meta', ignored: names.filter((name) => headerOnlyDirectives.has(name)) };
}

const reportOnly = (policy: CspPolicy): DocumentPolicy => ({
  ...policy,
  delivery: 'report-only',
  ignored: [...policy.directives.keys()].filter((name) => name === 'sandbox' || name === 'upgrade-insecure-requests'),
});

/** The members of a page's meta policy that count here. */
export interface PlacedPolicy {
  text: string;
  placedBefore: 'scripts' | 'after first script' | 'body';
}

/** All policies of a document, headers first; browsers ignore meta elements in the body. */
export function documentPolicies(lines: HeaderLines, metaPolicies: readonly PlacedPolicy[] = []): DocumentPolicy[] {
  const enforced = parseCsp(lines).map((policy): DocumentPolicy => ({ ...policy, delivery: 'header', ignored: [] }));
  const inHead = metaPolicies.filter(({ placedBefore }) => placedBefore !== 'body');
  return [
    ...enforced,
    ...inHead.map(({ text }) => metaPolicy(text)).filter(({ directives }) => directives.size > 0),
    ...parseCsp(lines, 'Content-Security-Policy-Report-Only').map(reportOnly),
  ];
}

/** Policies that restrict: those that only report allow everything. */
export const enforcedPolicies = (policies: readonly DocumentPolicy[]): DocumentPolicy[] =>
  policies.filter(({ delivery }) => delivery !== 'report-only');
