import type { ProgressEvent } from '@perimeter/contract/progress';
import type { Progress } from '../repositories/audits/audits.ts';

/** Turns the events of a run into writes: the newest state, at most one write at a time. */
export interface ProgressWriter {
  tell: (event: ProgressEvent) => void;
  /** Progress of the run, as reported. */
  reached: () => Progress;
  /** Settles when nothing is left to write; further events are ignored. */
  close: () => Promise<void>;
}

const quietMs = 250;

/** The state after an event; null where the event changes nothing worth writing. */
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

/** Writes on each change of phase, and between them at most every 250 ms. A write that throws is the writer's own affair. */
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
