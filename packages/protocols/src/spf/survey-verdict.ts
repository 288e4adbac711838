import { spfLimits } from './lookup.ts';
import { countsOf, type SpfCounts, type SpfNode, type SpfNodeProblem } from './survey-tree.ts';

/** What makes a record a permanent error, and at which name it stands. */
export type SpfFault =
  | { domain: string; problem: SpfNodeProblem }
  /** The `mx` term that has more names than receivers ask for. */
  | { domain: string; problem: { kind: 'too-many-names'; term: string } }
  | { domain: string; problem: { kind: 'too-many-lookups' | 'too-many-voids'; count: number } };

/** What a survey says of a domain. */
export interface SpfSurveyVerdict {
  /** `unknown`: no fault was seen, but not everything could be. */
  result: 'none' | 'valid' | 'permerror' | 'unknown';
  faults: readonly SpfFault[];
  counts: SpfCounts;
}

const unseen = new Set(['unanswered', 'capped']);

function faultsOf(node: SpfNode): SpfFault[] {
  const { domain, problem } = node;
  const own: SpfFault[] = problem === null || unseen.has(problem.kind) ? [] : [{ domain, problem }];
  const below = node.terms
    .filter(({ ignored }) => !ignored)
    .flatMap(({ text, tooManyNames, child }): SpfFault[] => [
      ...(tooManyNames ? [{ domain, problem: { kind: 'too-many-names', term: text } } as const] : []),
      ...(child === null ? [] : faultsOf(child)),
    ]);
  return [...own, ...below];
}

/** Judges a tree: one fault anywhere is a permanent error for a client that no earlier mechanism matches. */
export function judgeSurvey(tree: SpfNode): SpfSurveyVerdict {
  const counts = countsOf(tree);
  const faults = faultsOf(tree);
  const voids = Math.max(counts.voids4, counts.voids6);
  const { domain } = tree;
  if (counts.lookups > spfLimits.lookups)
    faults.push({ domain, problem: { kind: 'too-many-lookups', count: counts.lookups } });
  if (voids > spfLimits.voids) faults.push({ domain, problem: { kind: 'too-many-voids', count: voids } });
  if (faults.length > 0) return { result: 'permerror', faults, counts };
  if (tree.text === null) return { result: tree.problem === null ? 'none' : 'unknown', faults, counts };
  return { result: counts.complete ? 'valid' : 'unknown', faults, counts };
}
