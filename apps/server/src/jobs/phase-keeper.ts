import type { ProgressEvent } from '@perimeter/contract/progress';
import type { FinishedPhase } from '../repositories/audits/phases.ts';

/** Gathers finished phases until they are written. */
export interface PhaseKeeper {
  tell: (event: ProgressEvent) => void;
  /** Writes what has finished since; what could not be written is kept for the next time. */
  flush: () => Promise<void>;
}

/** Writes finished phases before the status reports them, so that anyone who sees a phase finished can read its findings. */
export function keepFinishedPhases(write: (phases: readonly FinishedPhase[]) => Promise<void>): PhaseKeeper {
  let waiting: FinishedPhase[] = [];
  return {
    tell: (event) => {
      if (event.type !== 'phase-finished') return;
      const { phase, elapsedMs, findings, checksJudged, checksInconclusive } = event;
      waiting.push({ phase, elapsedMs, findings, checksJudged, checksInconclusive });
    },
    flush: async () => {
      if (waiting.length === 0) return;
      const written = waiting;
      await write(written);
      waiting = waiting.slice(written.length);
    },
  };
}
