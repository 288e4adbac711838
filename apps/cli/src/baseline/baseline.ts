import { type Severity, severity } from '@perimeter/contract/finding';
import type { Report } from '@perimeter/contract/report';
import { policyMajor } from '@perimeter/contract/score';
import type { Accepted } from '@perimeter/contract/waiver/apply';
import { daysUntil } from '@perimeter/contract/waiver/waiver';
import { counted } from '@perimeter/report/words';
import type { Compared, Gate } from '../gate.ts';
import { type Baseline, type BaselineEntry, judgedIn, type KnownDomain, readBaseline } from './read-baseline.ts';

export { type Baseline, readBaseline };

/** The differences of a report from a baseline. */
export interface Difference {
  /** Findings that are missing in the baseline, or more severe now; their check was judged both times. */
  fresh: readonly Report['findings'][number][];
  /** Entries without a finding now, although their check was judged. */
  gone: readonly BaselineEntry[];
}

const isWorse = (now: Severity, then: Severity): boolean =>
  severity.options.indexOf(now) < severity.options.indexOf(then);

/** New findings and fixed entries; findings of checks that were not judged in one of the audits are neither. */
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

/** The baseline state of findings for output formats. */
export function baselineStates({ domains }: Baseline, report: Report): ReadonlyMap<string, 'unchanged' | 'updated'> {
  const then = new Map(domains.get(report.domain)?.findings.map((one) => [one.fingerprint, one.severity]));
  return new Map(
    report.findings.flatMap(({ fingerprint, severity: now }) => {
      const before = then.get(fingerprint);
      return before === undefined ? [] : [[fingerprint, before === now ? 'unchanged' : 'updated'] as const];
    }),
  );
}

/** How much the score dropped, or why it is not comparable. */
function dropOf(known: KnownDomain, report: Report): number | string {
  if (known.mode !== report.scanMode) return `it is of a ${known.mode} audit`;
  if (known.authority !== (report.authority === true)) return 'one of the audits ran with stated authority';
  if (policyMajor(known.policy) !== policyMajor(report.score.policyVersion))
    return `it was scored by policy ${known.policy}`;
  return known.score - report.score.total;
}

function dropReasons(maxDrop: number | null, known: KnownDomain, report: Report): Compared {
  if (maxDrop === null) return { reasons: [], notes: [] };
  const drop = dropOf(known, report);
  if (typeof drop === 'string') return { reasons: [], notes: [`score not compared with the baseline: ${drop}`] };
  const told = `score ${report.score.total} is ${counted(drop, 'point')} below the baseline`;
  return { reasons: drop > maxDrop ? [told] : [], notes: [] };
}

/** A note on the age of the oldest entry, because baselines should be temporary. */
function ageNote({ findings }: KnownDomain, nowMs: number): string[] {
  const [oldest] = findings.map(({ since }) => since).toSorted();
  return oldest === undefined
    ? []
    : [`oldest entry of the baseline: ${counted(Math.max(0, -daysUntil(oldest, nowMs)), 'day')}`];
}

/** The gate's comparison of a report with its baseline. */
export function compareWith(
  { file, domains }: Baseline,
  report: Report,
  accepted: Accepted | undefined,
  { gate, strictBaseline, nowMs }: { gate: Gate; strictBaseline: boolean; nowMs: number },
): Compared {
  const known = domains.get(report.domain);
  // If the baseline lacks the domain, all its findings are new; otherwise the gate would pass without any check.
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
