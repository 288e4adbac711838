import { sendersOf } from '@perimeter/protocols/spf/senders';
import type { SpfNode, SpfNodeProblem, SpfNodeTerm } from '@perimeter/protocols/spf/survey-tree';
import { type DnsLookup, lookupFailed } from '../../../evidence/dns/lookup.ts';
import type { MailAuthEvidence } from '../../../evidence/mail-auth/schema.ts';
import {
  inconclusive,
  notApplicable,
  type Plain,
  type Why,
  whyAt,
  openBy,
  whyBy,
  lookupWhy,
} from '../../../catalogue/outcome.ts';
import { listed } from '../../../evidence/words/text.ts';

/** A node of an SPF tree, the term that leads to it (null at the top), and the records above, the top first. */
export interface SpfPlace {
  node: SpfNode;
  term: SpfNodeTerm | null;
  above: SpfNode[];
}

/** Every record of a tree that receivers evaluate. */
export const placesOf = (node: SpfNode, term: SpfNodeTerm | null = null, above: SpfNode[] = []): SpfPlace[] => [
  { node, term, above },
  ...node.terms.flatMap((next) =>
    next.child === null || next.ignored ? [] : placesOf(next.child, next, [...above, node]),
  ),
];

/** The records from the top to the one with the term that leads to a name. */
export function recordsTo(tree: SpfNode, name: string): SpfNode[] {
  const leads = ({ ignored, target }: SpfNodeTerm): boolean => !ignored && target?.toLowerCase() === name.toLowerCase();
  const place = placesOf(tree).find(({ node }) => node.terms.some(leads));
  return place === undefined ? [tree] : [...place.above, place.node];
}

/** Every term of a tree that receivers evaluate, with the domain of its record. */
export const termsOf = (tree: SpfNode): { domain: string; term: SpfNodeTerm }[] =>
  placesOf(tree).flatMap(({ node }) =>
    node.terms.filter(({ ignored }) => !ignored).map((term) => ({ domain: node.domain, term })),
  );

/** Why a DNS query of the survey has no usable answer: none came, an error came, or a limit of the survey was reached. */
function whyUnseen(lookups: readonly DnsLookup[], type: string, name: string): Why {
  const asked = lookups.find((one) => one.type === type && one.name.toLowerCase() === name.toLowerCase());
  const what = `${type} ${name}`;
  if (lookups.length === 0) return lookupWhy(what);
  if (asked === undefined) return whyBy('question-beyond-survey', { what });
  if (!lookupFailed(asked)) return whyBy('records-too-long', { what });
  return lookupWhy(what, asked.failure, asked.status);
}

/** The record type that a term queries first. */
const firstType: Readonly<Partial<Record<SpfNodeTerm['kind'], string>>> = { a: 'A', exists: 'A', mx: 'MX' };

/** Why a part of the tree is unknown; null where all was seen, except for parts that depend on the message. */
export function hiddenPart({ spf: { tree }, lookups }: Pick<MailAuthEvidence, 'spf' | 'lookups'>): Plain | null {
  for (const { node } of placesOf(tree)) {
    if (node.problem?.kind === 'unanswered') return inconclusive(whyUnseen(lookups, 'TXT', node.domain));
    if (node.problem?.kind === 'capped') return openBy('question-beyond-survey', { what: node.domain });
  }
  const silent = termsOf(tree).find(({ term }) => !term.dynamic && !term.counts.complete && term.kind !== 'ptr');
  if (silent === undefined) return null;
  const { text, kind, target } = silent.term;
  const said = `${text} of ${silent.domain}`;
  const types = [firstType[kind] ?? 'A', 'AAAA'];
  const failed = types.find((type) =>
    lookups.some((one) => one.type === type && one.name === target && lookupFailed(one)),
  );
  if (failed !== undefined) return inconclusive(whyAt(said, whyUnseen(lookups, failed, target ?? '')));
  const isAsked = lookups.some((one) => one.type === types[0] && one.name === target);
  return isAsked || lookups.length === 0
    ? openBy('address-lookup-failed', { term: said })
    : openBy('question-beyond-survey', { what: said });
}

/** Why lookups cannot be counted completely: an include or redirect whose name depends on the message. */
export function dynamicPart(tree: SpfNode): Plain | null {
  const dynamic = termsOf(tree).find(
    ({ term }) => term.dynamic && (term.kind === 'include' || term.kind === 'redirect'),
  );
  return dynamic === undefined ? null : openBy('spf-term-per-message', { term: dynamic.term.text });
}

/**
 * The term that decides about every remaining client: `all`, an include of a record that passes everybody, an existing
 * name, or the last of ranges that cover all addresses; null: none, so the rest is neutral; hidden: unknown.
 */
export function lastTerm(node: SpfNode): SpfNodeTerm | null | 'hidden' {
  const { last } = sendersOf(node);
  if (last !== null) return last;
  const redirect = node.terms.find(({ kind }) => kind === 'redirect');
  if (redirect === undefined) return node.problem === null ? null : 'hidden';
  return redirect.child === null ? 'hidden' : lastTerm(redirect.child);
}

/** The record that decides about remaining clients: the last one that redirects lead to. */
export function lastRecord(node: SpfNode): SpfNode {
  const child = node.terms.find(({ kind, ignored }) => kind === 'redirect' && !ignored)?.child ?? null;
  return child === null ? node : lastRecord(child);
}

/** Problems that are no permanent error: the survey could not read the record. */
const unseenProblems: ReadonlySet<SpfNodeProblem['kind'] | undefined> = new Set(['unanswered', 'capped', undefined]);

/** Why the deciding term is unknown; a redirect to nothing, or a circular one, is a permanent error (RFC 7208 sections 4.6.4 and 6.1). */
export const hiddenLast = (mail: MailAuthEvidence): Plain =>
  unseenProblems.has(lastRecord(mail.spf.tree).problem?.kind)
    ? (hiddenPart(mail) ?? dynamicPart(mail.spf.tree) ?? openBy('spf-last-unread'))
    : notApplicable('SPF ends in a permanent error (separate check)');

/** The qualifier of the deciding term; null: none, so neutral; hidden: unknown. */
export const wordOf = (term: ReturnType<typeof lastTerm>): SpfNodeTerm['qualifier'] | 'hidden' =>
  term === null || term === 'hidden' ? term : term.qualifier;

/** A modifier named like a mechanism, which is a typing error. */
const mistaken = /^(?:include|a|mx|ptr|ip4|ip6|exists)=/i;

/** Parts that the grammar allows and receivers ignore, in sentences without the full stop (RFC 7208 sections 5.1 and 6). */
export function notesOn({ terms }: SpfNode): string[] {
  const alls = terms.filter(({ kind }) => kind === 'all').length;
  const behind = terms.filter(({ ignored, kind }) => ignored && kind !== 'all').map(({ text }) => text);
  const unknown = terms.filter(({ kind, text }) => kind === 'unknown' && mistaken.test(text)).map(({ text }) => text);
  return [
    ...(alls > 1 ? [`"all" occurs ${alls} times. Everything after the first is ignored`] : []),
    ...(behind.length > 0 ? [`Receivers ignore ${listed(behind)}, because "all" decides before`] : []),
    ...(unknown.length > 0
      ? [`Receivers ignore ${listed(unknown)}: mechanisms have a colon in place of the equals sign`]
      : []),
  ];
}

/** Void lookups of terms. The first include without a record ends the evaluation. */
export function emptyQuestions(
  tree: SpfNode,
  terms: readonly { term: SpfNodeTerm }[],
): { own: string[]; lost: string[] } {
  const lost = termsOf(tree)
    .filter(({ term: { child } }) => child?.problem?.kind === 'no-record' && child.problem.void === true)
    .slice(0, 1)
    .map(({ term }) => `TXT ${term.target ?? ''}`);
  return { own: [...new Set(terms.flatMap(({ term }) => term.voids ?? []))], lost };
}
