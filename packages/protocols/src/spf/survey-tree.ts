import type { SpfProblem, SpfQualifier } from './terms.ts';

/** Why a record is a permanent error for everybody, or why the survey could not decide. */
export type SpfNodeProblem =
  | { kind: 'several-records'; count: number }
  | { kind: 'syntax'; problems: readonly SpfProblem[] }
  /** An include or a redirect leads to a name without a record; void: without any TXT record. */
  | { kind: 'no-record'; void?: boolean | undefined }
  /** An include or a redirect leads back to a record that is being evaluated. */
  | { kind: 'loop' }
  /** The name cannot be queried. */
  | { kind: 'name-invalid' }
  /** No answer from the name servers. */
  | { kind: 'unanswered' }
  /** The survey stopped at a limit of its own. */
  | { kind: 'capped' };

/** Lookups as RFC 7208 section 4.6.4 counts them; a minimum where a part is unknown. */
export interface SpfCounts {
  lookups: number;
  /** Queries without records for an IPv4 client, and for an IPv6 client. */
  voids4: number;
  voids6: number;
  /** False where a part depends on the message, had no answer or was capped. */
  complete: boolean;
}

/** A term as the survey met it. */
export interface SpfNodeTerm {
  text: string;
  kind: 'all' | 'include' | 'a' | 'mx' | 'ptr' | 'ip4' | 'ip6' | 'exists' | 'redirect' | 'exp' | 'unknown';
  /** Null for a modifier. */
  qualifier: SpfQualifier | null;
  /** The name that the term queries; null where it queries none or depends on the message. */
  target: string | null;
  /** Depends on the message. */
  dynamic: boolean;
  /** True for a term behind an `all`, and for a redirect beside one: nobody evaluates these. */
  ignored: boolean;
  counts: SpfCounts;
  /** An mx with more than ten names is a permanent error. */
  tooManyNames: boolean;
  /** Ranges that the term itself names, in the notation of ip4 and ip6 mechanisms; null where they could not be seen. */
  ranges: readonly string[] | null;
  child: SpfNode | null;
  /** Questions of the term itself that found nothing, such as "AAAA host.example"; absent without any. */
  voids?: readonly string[] | undefined;
}

/** A record, and those that it leads to. */
export interface SpfNode {
  domain: string;
  /** The record as it stands, one character an octet; null where there is not exactly one. */
  text: string | null;
  terms: readonly SpfNodeTerm[];
  problem: SpfNodeProblem | null;
}

/** Nothing was asked. */
export const noCounts: SpfCounts = { lookups: 0, voids4: 0, voids6: 0, complete: true };

/** Adds up counts. */
export const sumCounts = (all: readonly SpfCounts[]): SpfCounts => ({
  lookups: all.reduce((sum, { lookups }) => sum + lookups, 0),
  voids4: all.reduce((sum, { voids4 }) => sum + voids4, 0),
  voids6: all.reduce((sum, { voids6 }) => sum + voids6, 0),
  complete: all.every(({ complete }) => complete),
});

const unseen = new Set<SpfNodeProblem['kind']>(['unanswered', 'capped']);

/** Lookups of a record and all that it leads to, for a client that matches nothing: the most that any client causes. */
export function countsOf(node: SpfNode): SpfCounts {
  const own = { ...noCounts, complete: node.problem === null || !unseen.has(node.problem.kind) };
  const used = node.terms.filter(({ ignored }) => !ignored);
  return sumCounts([
    own,
    ...used.flatMap(({ counts, child }) => (child === null ? [counts] : [counts, countsOf(child)])),
  ]);
}

/** The names that the terms of a record and of those below it query. */
export const namesQueriedBy = ({ terms }: SpfNode): string[] =>
  terms.flatMap(({ target, child }) => [
    ...(target === null ? [] : [target]),
    ...(child === null ? [] : namesQueriedBy(child)),
  ]);
