import type { ProgressEvent } from '@perimeter/contract/progress';
import type { FinishedPhase } from '../repositories/audits/phases.ts';

/** Collects finished phases until they are stored. */
export interface PhaseKeeper {
  tell: (event: ProgressEvent) => void;
  /** Stores the phases that have finished since the last call; after a failure they are kept for the next one. */
  flush: () => Promise<void>;
}

/**
 * Stores finished phases before the status reports them, so that a client that sees a phase as finished can read its
 * findings.
 */
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
