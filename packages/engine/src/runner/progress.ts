import type { ProgressEvent } from '@perimeter/contract/progress';
import type { OutcomeKind } from '@perimeter/contract/report';
import type { EvaluatedPhase } from './evaluate.ts';
import type { Phase } from './plan.ts';

/** Counts an audit's steps, and reports each as an event. */
export interface Progress {
  probe: (probe: string, state: 'started' | 'finished' | 'failed', detail: string) => void;
  phaseFinished: (evaluated: EvaluatedPhase) => void;
}

const judged: ReadonlySet<OutcomeKind> = new Set(['pass', 'fail', 'informational']);

const countsOf = ({ checks }: EvaluatedPhase): { checksJudged: number; checksInconclusive: number } => ({
  checksJudged: checks.filter(({ result }) => judged.has(result.outcome)).length,
  checksInconclusive: checks.filter(({ result }) => result.outcome === 'inconclusive').length,
});

/** Starts reporting: the plan, then the first phase; percent and counts only grow. */
export function trackProgress(
  domain: string,
  phases: readonly Phase[],
  probesTotal: number,
  tell: (event: ProgressEvent) => void,
): Progress {
  const startMs = performance.now();
  const finished = new Set<string>();
  let probesDone = 0;
  let checksExecuted = 0;
  let findingsCount = 0;
  let current: string | undefined;
  const step = (): { percent: number; elapsedMs: number } => ({
    percent: Math.floor((99 * (probesDone + finished.size)) / (probesTotal + phases.length)),
    elapsedMs: Math.round(performance.now() - startMs),
  });
  const tellCurrent = (): void => {
    const next = phases.find(({ name }) => !finished.has(name))?.name;
    if (next === undefined || next === current) return;
    current = next;
    tell({ type: 'phase-started', phase: next, ...step() });
  };
  tell({
    type: 'started',
    domain,
    phases: phases.map(({ name, module, checks }) => ({ phase: name, title: module.title, checks: checks.length })),
  });
  tellCurrent();
  return {
    probe: (probe, state, detail) => {
      if (state !== 'started') probesDone += 1;
      tell({ type: 'probe', probe, state, detail, ...step() });
    },
    phaseFinished: (evaluated) => {
      const { phase, checks } = evaluated;
      const findings = checks.flatMap((check) => check.findings);
      finished.add(phase.name);
      checksExecuted += checks.length;
      findingsCount += findings.length;
      const totals = { phasesCompleted: finished.size, phasesTotal: phases.length, checksExecuted, findingsCount };
      tell({ type: 'phase-finished', phase: phase.name, ...totals, findings, ...countsOf(evaluated), ...step() });
      tellCurrent();
    },
  };
}
