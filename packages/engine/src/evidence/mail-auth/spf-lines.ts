import { spfLimits } from '@perimeter/protocols/spf/lookup';
import type { SpfNode, SpfNodeProblem, SpfNodeTerm } from '@perimeter/protocols/spf/survey-tree';

/** One line of an SPF tree: a record, or a term for which receivers query DNS. */
export interface SpfLine {
  /** Unique in the tree: the path of its positions. */
  id: string;
  parent: string | null;
  depth: number;
  /** The domain of the record at the top, else the term. */
  text: string;
  /** The record that stands there; null for terms without one. */
  record: string | null;
  /** Lookups up to and with this line. */
  count: number;
  problem: SpfNodeProblem | null;
  dynamic: boolean;
}

const asks = ({ kind, ignored }: SpfNodeTerm): boolean =>
  !ignored && !['all', 'ip4', 'ip6', 'exp', 'unknown'].includes(kind);

/** The tree from top to bottom with the running count of lookups (RFC 7208 section 4.6.4). */
export function spfLines(tree: SpfNode): SpfLine[] {
  const lines: SpfLine[] = [];
  let count = 0;
  const walk = (node: SpfNode, line: Pick<SpfLine, 'id' | 'parent' | 'depth' | 'text' | 'dynamic'>): void => {
    lines.push({ ...line, record: node.text, count, problem: node.problem });
    for (const [index, term] of node.terms.entries()) {
      if (!asks(term)) continue;
      count += term.counts.lookups;
      const { text, dynamic, child } = term;
      const next = { id: `${line.id}.${index}`, parent: line.id, depth: line.depth + 1, text, dynamic };
      if (child === null) lines.push({ ...next, record: null, count, problem: null });
      else walk(child, next);
    }
  };
  walk(tree, { id: '0', parent: null, depth: 0, text: tree.domain, dynamic: false });
  return lines;
}

/** The count against the limit: "7 of 10". */
export const countText = (count: number, isComplete = true): string =>
  `${isComplete ? '' : 'at least '}${count} of ${spfLimits.lookups}`;

const problemWords: Readonly<Record<SpfNodeProblem['kind'], string>> = {
  'several-records': 'several SPF records',
  syntax: 'syntax error',
  'no-record': 'no SPF record',
  loop: 'leads back to itself',
  'name-invalid': 'invalid name',
  unanswered: 'lookup failed',
  capped: 'not followed further',
};

/** What is wrong with a record, in a few words. */
export const problemText = ({ kind }: SpfNodeProblem): string => problemWords[kind];
