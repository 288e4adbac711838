import type { Finding } from './finding.ts';

/** What a running audit tells as it goes: enough for a live view and for a poll answer. */
export type ProgressEvent =
  | { type: 'started'; domain: string; phases: readonly { phase: string; title: string; checks: number }[] }
  | { type: 'probe'; probe: string; state: 'started' | 'finished' | 'failed'; detail: string; elapsedMs: number }
  | { type: 'phase-started'; phase: string; elapsedMs: number }
  | {
      type: 'phase-finished';
      phase: string;
      phasesCompleted: number;
      phasesTotal: number;
      checksExecuted: number;
      findingsCount: number;
      /** The findings of this phase. */
      findings: readonly Finding[];
      elapsedMs: number;
    };
