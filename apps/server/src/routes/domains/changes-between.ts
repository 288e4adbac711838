import type { DomainChanges } from '@perimeter/contract/domains';
import { severity } from '@perimeter/contract/finding';
import type { OutcomeKind } from '@perimeter/contract/report';
import type { HistoricReport } from '../../audits/compared-report.ts';
import { compareText } from '@perimeter/contract/text/order';

const outcomesOf = ({ modules }: HistoricReport): ReadonlyMap<string, OutcomeKind> =>
  new Map(modules.flatMap(({ checks }) => checks.map(({ id, outcome }) => [id, outcome] as const)));

type Finding = HistoricReport['findings'][number];

/** Findings with one fingerprint are one place, represented by the most severe. */
function placesOf({ findings }: HistoricReport): ReadonlyMap<string, Finding> {
  const places = new Map<string, Finding>();
  for (const finding of findings) {
    const known = places.get(finding.fingerprint);
    if (known === undefined || rank(finding) < rank(known)) places.set(finding.fingerprint, finding);
  }
  return places;
}

const rank = (finding: Pick<Finding, 'severity'>): number => severity.options.indexOf(finding.severity);

/** Most severe first, then by check and place. */
const byGravity = (a: Finding, b: Finding): number =>
  rank(a) - rank(b) || compareText(a.checkId, b.checkId) || compareText(a.fingerprint, b.fingerprint);

/** The state of a place that failed before, by its check's outcome now: a missing result is not a fix. */
function fateOf(outcome: OutcomeKind | undefined): 'gone' | 'noLongerApplies' | 'notAnswered' {
  if (outcome === 'inconclusive') return 'notAnswered';
  return outcome === undefined || outcome === 'not-applicable' ? 'noLongerApplies' : 'gone';
}

const groupNames = ['new', 'newlySeen', 'worse', 'better', 'gone', 'noLongerApplies', 'notAnswered', 'still'] as const;
type Places = Pick<DomainChanges, (typeof groupNames)[number]>;

/**
 * Compares two audits of a domain: places by fingerprint, and for those that are missing, the outcome of their check.
 */
export function changesBetween(from: HistoricReport, to: HistoricReport): Places {
  const [before, after] = [placesOf(from), placesOf(to)];
  const [outcomesBefore, outcomesAfter] = [outcomesOf(from), outcomesOf(to)];
  const changes: Places = {
    new: [],
    newlySeen: [],
    worse: [],
    better: [],
    gone: [],
    noLongerApplies: [],
    notAnswered: [],
    still: [],
  };
  for (const finding of [...after.values()].toSorted(byGravity)) {
    const known = before.get(finding.fingerprint);
    const outcome = outcomesBefore.get(finding.checkId);
    if (known === undefined)
      changes[outcome === undefined || outcome === 'inconclusive' ? 'newlySeen' : 'new'].push(finding);
    else if (known.severity === finding.severity) changes.still.push(finding);
    else changes[rank(finding) < rank(known) ? 'worse' : 'better'].push({ ...finding, was: known.severity });
  }
  for (const finding of [...before.values()].toSorted(byGravity))
    if (!after.has(finding.fingerprint)) changes[fateOf(outcomesAfter.get(finding.checkId))].push(finding);
  return changes;
}
