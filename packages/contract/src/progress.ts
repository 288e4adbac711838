import type { Finding } from './finding.ts';

interface Step {
  /** Whole percent of the audit's probes and phases that are done; never 100 before the report exists. */
  percent: number;
  elapsedMs: number;
}

/** Progress of a running audit, for live views and poll answers. */
export type ProgressEvent =
  | { type: 'started'; domain: string; phases: readonly { phase: string; title: string; checks: number }[] }
  | ({ type: 'probe'; probe: string; state: 'started' | 'finished' | 'failed'; detail: string } & Step)
  /** The first phase in order that has not finished; sent again whenever that changes. */
  | ({ type: 'phase-started'; phase: string } & Step)
  | ({
      type: 'phase-finished';
      phase: string;
      phasesCompleted: number;
      phasesTotal: number;
      /** Totals of the audit so far. */
      checksExecuted: number;
      findingsCount: number;
      /** The findings of this phase. */
      findings: readonly Finding[];
      /** Checks of this phase that passed, failed or informed; where there are none, no finding means nothing. */
      checksJudged: number;
      /** Checks of this phase that apply, but have no result. */
      checksInconclusive: number;
    } & Step);
