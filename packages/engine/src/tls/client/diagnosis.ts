import { setTimeout as pause } from 'node:timers/promises';
import { FlightReader } from '@perimeter/protocols/tls/flight';
import type { NetFailure } from '../../evidence/observed.ts';
import type { Answer } from './answer.ts';
import type { Health, Outcome } from './attempts.ts';
import { byClosing } from './attempts.ts';
import type { Question } from './exchange.ts';

/** Finds out what an end without a word means: a refusal, a limit of the server's, or its distress. */
export interface Diagnosis {
  /** For a question whose connection was closed or reset. */
  ofClosing: (question: Question, failure: NetFailure) => Promise<Answer>;
  /** For a question that met silence, or no connection, twice. */
  ofSilence: (failure: NetFailure) => Promise<Answer>;
  /** Resolves when no diagnosis wants the endpoint for itself. */
  whileQuiet: () => Promise<void>;
  /** Told that an answer came to a question that had been closed upon before: closing tells nothing here. */
  noteUnreliable: () => void;
  readonly isUnreliable: boolean;
}

/** What a diagnosis works with. */
export interface DiagnosisOptions {
  health: Health;
  signal: AbortSignal;
  /** Asks once, on one connection. */
  attempt: (question: Question) => Promise<Outcome>;
  /** Asks the known-good hello. */
  control: () => Promise<boolean>;
  /** Questions on their way, those of a diagnosis among them. */
  underWay: () => number;
  slowDown: () => void;
  /** Closes what was opened ahead of need. */
  drop: () => void;
}

/** How long everybody else is silent before a question is repeated: a limit that was hit has room again. */
const quietPausesMs = [250, 1_000, 2_500] as const;
/** What is on its way is waited for, but not for ever. */
const maxDrainMs = 1_500;
const drainStepMs = 20;
/** So many failures one after the other, and the endpoint is left alone. */
const maxConsecutiveFailures = 5;

/** An answer for a question that has none. */
export const failed = (failure: NetFailure, confirmed: boolean): Answer => ({
  kind: 'failed',
  flight: new FlightReader().flight,
  failure,
  confirmed,
});

/** What an end of the connection, twice, beside an answered hello, comes to. */
export const refusedByClosing = ({ detail }: NetFailure): Answer => ({
  kind: 'refused',
  flight: new FlightReader().flight,
  how: `${detail}, twice, while a known-good hello was answered`,
  alert: null,
});

/** A gate that work passes one at a time, while all others wait before it. */
function createGate() {
  let gate: Promise<void> = Promise.resolve();
  return {
    alone: <T>(work: () => Promise<T>): Promise<T> => {
      const run = gate.then(work);
      gate = run.then(
        () => {},
        () => {},
      );
      return run;
    },
    passed: async (): Promise<void> => {
      for (let before = gate; ; before = gate) {
        await before;
        if (before === gate) return;
      }
    },
  };
}

/** What is known of the endpoint's ways. */
interface State extends DiagnosisOptions {
  refusesByClosing: boolean;
  isUnreliable: boolean;
}

function noteUnreliable(state: State): void {
  state.isUnreliable = true;
  state.slowDown();
}

function stop({ health }: State, failure: NetFailure): Answer {
  const detail = `Stopped because a known-good hello was no longer answered; the last failure: ${failure.detail}`;
  health.stopped = { reason: 'rate-limited', detail };
  return failed(failure, false);
}

/**
 * Where closing is known to be the endpoint's way to refuse, an end again is a refusal when any hello that was sent since has
 * been answered; null: that cannot be said.
 */
async function askInItsManner(state: State, question: Question, failedMs: number): Promise<Answer | null> {
  if (!state.refusesByClosing || state.isUnreliable) return null;
  const { spoken, failure } = await state.attempt(question);
  if (spoken !== null) {
    noteUnreliable(state);
    return spoken;
  }
  const isRefused = byClosing.has(failure.reason) && state.health.lastGoodSentMs > failedMs;
  return isRefused ? refusedByClosing(failure) : null;
}

async function untilQuiet({ drop, underWay, signal }: State, pauseMs: number): Promise<void> {
  const rest = (ms: number): Promise<void> => pause(ms, undefined, { signal }).catch(() => {});
  drop();
  for (let waitedMs = 0; underWay() > 0 && waitedMs < maxDrainMs; waitedMs += drainStepMs) await rest(drainStepMs);
  await rest(pauseMs);
}

/**
 * Asked again in a quiet moment: an answer then was withheld by a limit before, and is no refusal; an end again beside an
 * answered control is one.
 */
async function askInQuiet(state: State, question: Question, failure: NetFailure): Promise<Answer> {
  const { health } = state;
  let last = failure;
  let refusals = 0;
  for (const pauseMs of quietPausesMs) {
    if (health.stopped !== null) return failed(health.stopped, false);
    await untilQuiet(state, pauseMs);
    const { spoken, failure: next } = await state.attempt(question);
    if (spoken !== null) {
      noteUnreliable(state);
      return spoken;
    }
    last = next;
    if (await state.control()) refusals += 1;
    else state.slowDown();
    // Where a limit has shown itself before, one end beside an answer may be its work.
    if (refusals > (state.isUnreliable ? 1 : 0)) {
      state.refusesByClosing = true;
      return byClosing.has(last.reason) ? refusedByClosing(last) : failed(last, true);
    }
  }
  return refusals === 0 ? stop(state, last) : failed(last, false);
}

/** The diagnosis of one endpoint. */
export function createDiagnosis(options: DiagnosisOptions): Diagnosis {
  const state: State = { ...options, refusesByClosing: false, isUnreliable: false };
  const gate = createGate();
  return {
    ofClosing: async (question, failure) => {
      const failedMs = performance.now();
      const inItsManner = (): Promise<Answer | null> => askInItsManner(state, question, failedMs);
      const inQuiet = async (): Promise<Answer> => (await inItsManner()) ?? askInQuiet(state, question, failure);
      return (await inItsManner()) ?? gate.alone(inQuiet);
    },
    ofSilence: async (failure) => {
      if (await state.control()) return failed(failure, true);
      state.slowDown();
      return state.health.consecutiveFailures >= maxConsecutiveFailures ? stop(state, failure) : failed(failure, false);
    },
    whileQuiet: gate.passed,
    noteUnreliable: () => noteUnreliable(state),
    get isUnreliable() {
      return state.isUnreliable;
    },
  };
}
