import { type Severity, severity } from '@perimeter/contract/finding';
import type { Report } from '@perimeter/contract/report';
import type { Accepted } from '@perimeter/contract/waiver/apply';
import { daysUntil } from '@perimeter/contract/waiver/waiver';
import { counted } from '@perimeter/report/words';
import type { Compared, Gate } from '../gate.ts';
import { type Baseline, type BaselineEntry, judgedIn, type KnownDomain, readBaseline } from './read-baseline.ts';

export { type Baseline, readBaseline };

/** How a report stands against a baseline. */
export interface Difference {
  /** Not there then, or more severe now; the check was judged then and now. */
  fresh: readonly Report['findings'][number][];
  /** Entries whose check was judged now without them. */
  gone: readonly BaselineEntry[];
}

const isWorse = (now: Severity, then: Severity): boolean =>
  severity.options.indexOf(now) < severity.options.indexOf(then);

/** Findings that are new, and entries that are gone: what was not judged then or now is neither. */
export function differenceOf({ findings: entries, judged: then }: KnownDomain, report: Report): Difference {
  const now = judgedIn(report);
  const known = new Map(entries.map((entry) => [entry.fingerprint, entry]));
  const present = new Set(report.findings.map(({ fingerprint }) => fingerprint));
  return {
    fresh: report.findings.filter(({ checkId, fingerprint, severity: level }) => {
      const entry = known.get(fingerprint);
      if (entry !== undefined) return isWorse(level, entry.severity);
      return then.has(checkId) && now.has(checkId);
    }),
    gone: entries.filter(({ fingerprint, check }) => !present.has(fingerprint) && now.has(check)),
  };
}

/** What formats say of the findings that a baseline holds. */
export function baselineStates({ domains }: Baseline, report: Report): ReadonlyMap<string, 'unchanged' | 'updated'> {
  const then = new Map(domains.get(report.domain)?.findings.map((one) => [one.fingerprint, one.severity]));
  return new Map(
    report.findings.flatMap(({ fingerprint, severity: now }) => {
      const before = then.get(fingerprint);
      return before === undefined ? [] : [[fingerprint, before === now ? 'unchanged' : 'updated'] as const];
    }),
  );
}

/** "2.1.0" counts as "2.0.0": scores of one major version compare. */
export const majorOf = (policy: string): string => policy.split('.')[0] ?? policy;

/** How much the score dropped, or why it does not compare. */
function dropOf(known: KnownDomain, report: Report): number | string {
  if (known.mode !== report.scanMode) return `it is of a ${known.mode} audit`;
  if (known.authority !== (report.authority === true)) return 'one of the audits ran with stated authority';
  if (majorOf(known.policy) !== majorOf(report.score.policyVersion)) return `it was scored by policy ${known.policy}`;
  return known.score - report.score.total;
}

function dropReasons(maxDrop: number | null, known: KnownDomain, report: Report): Compared {
  if (maxDrop === null) return { reasons: [], notes: [] };
  const drop = dropOf(known, report);
  if (typeof drop === 'string') return { reasons: [], notes: [`score not compared with the baseline: ${drop}`] };
  const told = `score ${report.score.total} is ${counted(drop, 'point')} below the baseline`;
  return { reasons: drop > maxDrop ? [told] : [], notes: [] };
}

/** The age of the oldest entry: a baseline is a loan. */
function ageNote({ findings }: KnownDomain, nowMs: number): string[] {
  const [oldest] = findings.map(({ since }) => since).toSorted();
  return oldest === undefined
    ? []
    : [`oldest entry of the baseline: ${counted(Math.max(0, -daysUntil(oldest, nowMs)), 'day')}`];
}

/** What the gate makes of a report beside its baseline. */
export function compareWith(
  { file, domains }: Baseline,
  report: Report,
  accepted: Accepted | undefined,
  { gate, strictBaseline, nowMs }: { gate: Gate; strictBaseline: boolean; nowMs: number },
): Compared {
  const known = domains.get(report.domain);
  // Nothing of the domain is known, so that all of it is new: a gate that let it pass would never have looked at it.
  const { fresh, gone } = known === undefined ? { fresh: report.findings, gone: [] } : differenceOf(known, report);
  const { failOnNew = null, maxDrop = null } = gate;
  const open = fresh.filter(({ fingerprint }) => accepted?.waived.has(fingerprint) !== true);
  const failing = open.filter(
    (one) => failOnNew !== null && one.confidence !== 'potential' && !isWorse(failOnNew, one.severity),
  );
  const names = [...new Set(failing.map(({ checkId }) => checkId))].slice(0, 5).join(', ');
  const isNew = failing.length > 0 ? [`${counted(failing.length, 'new finding')} (${names})`] : [];
  if (known === undefined) {
    const told = `${report.domain} is not in the baseline ${file}`;
    const reasons = strictBaseline ? [...isNew, told] : isNew;
    const unknown = strictBaseline ? [] : [`${told}, so all of its findings are new`];
    return { reasons, notes: [...unknown, ...(maxDrop === null ? [] : ['no score to compare for --max-drop'])] };
  }
  const drop = dropReasons(maxDrop, known, report);
  const missing = `${counted(gone.length, 'entry', 'entries')} of the baseline gone`;
  const how = `perimeter baseline prune REPORT.json --baseline ${file}`;
  return {
    reasons: [...isNew, ...drop.reasons, ...(strictBaseline && gone.length > 0 ? [missing] : [])],
    notes: [
      `${counted(open.length, 'new finding')} since the baseline`,
      ...(gone.length > 0 ? [`${missing}: ${how}`] : []),
      ...drop.notes,
      ...ageNote(known, nowMs),
    ],
  };
}
