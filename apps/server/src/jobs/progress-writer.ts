import type { ProgressEvent } from '@perimeter/contract/progress';
import type { Progress } from '../repositories/audits/audits.ts';

/** Writes progress to the database: only the newest state, one write at a time. */
export interface ProgressWriter {
  tell: (event: ProgressEvent) => void;
  /** The run's current progress. */
  reached: () => Progress;
  /** Resolves when all writes have finished; later events are ignored. */
  close: () => Promise<void>;
}

const quietMs = 250;

/** The progress after an event; null if nothing worth writing changed. */
function after(progress: Progress, event: ProgressEvent): { progress: Progress; atOnce: boolean } | null {
  switch (event.type) {
    case 'started':
      return null;
    case 'probe':
      return { progress: { ...progress, percent: event.percent }, atOnce: false };
    case 'phase-started':
      return { progress: { ...progress, currentPhase: event.phase, percent: event.percent }, atOnce: true };
    case 'phase-finished': {
      const { phasesCompleted, checksExecuted, findingsCount, percent } = event;
      return { progress: { ...progress, phasesCompleted, checksExecuted, findingsCount, percent }, atOnce: true };
    }
  }
}

/** Writes at each change of phase, and at most every 250 ms between. `write` must handle its own errors. */
export function writeProgress(firstPhase: string, write: (progress: Progress) => Promise<void>): ProgressWriter {
  let reached: Progress = {
    currentPhase: firstPhase,
    phasesCompleted: 0,
    checksExecuted: 0,
    findingsCount: 0,
    percent: 0,
  };
  let dirty = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | null = null;

  const drain = async (): Promise<void> => {
    while (dirty) {
      dirty = false;
      await write(reached);
    }
    writing = null;
  };
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (dirty) writing ??= drain();
  };
  return {
    tell: (event) => {
      const next = closed ? null : after(reached, event);
      if (next === null) return;
      reached = next.progress;
      dirty = true;
      if (next.atOnce) flush();
      else timer ??= setTimeout(flush, quietMs);
    },
    reached: () => reached,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      dirty = false;
      await writing;
    },
  };
}
