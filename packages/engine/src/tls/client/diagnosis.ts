import { setTimeout as pause } from 'node:timers/promises';
import { FlightReader } from '@perimeter/protocols/tls/handshake/flight';
import { type NetFailure, netFailed } from '../../evidence/observed.ts';
import type { ServerAnswer } from './answer.ts';
import { type AttemptResult, type Health, byClosing } from './attempts.ts';
import type { Attempt } from './exchange.ts';
import { detailOf } from '../../evidence/failure-text.ts';

/** Determines what a connection without an answer means: a refusal, a limit of the server, or distress. */
export interface Diagnosis {
  /** For an attempt whose connection was closed or reset. */
  ofClosing: (attempt: Attempt, failure: NetFailure) => Promise<ServerAnswer>;
  /** For an attempt with silence or no connection, twice. */
  ofSilence: (failure: NetFailure) => Promise<ServerAnswer>;
  /** Resolves when no diagnosis needs exclusive use of the endpoint. */
  whileQuiet: () => Promise<void>;
  /** Records an answer to an attempt whose connection was closed earlier: this server does not refuse by closing. */
  noteUnreliable: () => void;
  readonly isUnreliable: boolean;
}

/** Dependencies of a diagnosis. */
export interface DiagnosisOptions {
  health: Health;
  signal: AbortSignal;
  /** Makes an attempt once, on one socket. */
  makeAttempt: (attempt: Attempt) => Promise<AttemptResult>;
  /** Sends the known-good hello. */
  control: () => Promise<boolean>;
  /** Attempts in progress, including those of a diagnosis. */
  underWay: () => number;
  slowDown: () => void;
  /** Closes sockets that were opened ahead. */
  drop: () => void;
}

/** Pauses before a retry, so that a server's limit can recover. */
const quietPausesMs = [250, 1_000, 2_500] as const;
/** Longest wait for attempts in progress, in milliseconds. */
const maxDrainMs = 1_500;
const drainStepMs = 20;
/** Consecutive failures after which the scan of the endpoint stops. */
const maxConsecutiveFailures = 5;

/** The answer of an attempt that failed. */
export const failed = (failure: NetFailure, confirmed: boolean): ServerAnswer => ({
  kind: 'failed',
  flight: new FlightReader().flight,
  failure,
  confirmed,
});

/** The answer of an attempt whose connection was closed twice while a known-good hello was answered. */
export const refusedByClosing = (failure: NetFailure): ServerAnswer => ({
  kind: 'refused',
  flight: new FlightReader().flight,
  how: { code: 'closed-twice', values: [failure.reason] },
  alert: null,
});

/** A gate that lets one task through at a time while all others wait. */
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

/** What is known about how the endpoint refuses. */
interface State extends DiagnosisOptions {
  refusesByClosing: boolean;
  isUnreliable: boolean;
}

function noteUnreliable(state: State): void {
  state.isUnreliable = true;
  state.slowDown();
}

function stop({ health }: State, failure: NetFailure): ServerAnswer {
  health.stopped = netFailed('rate-limited', 'stopped-after', detailOf(failure));
  return failed(failure, false);
}

/**
 * Where the endpoint is known to refuse by closing, a second close is a refusal if any later hello was answered. Null:
 * unknown.
 */
async function repeatAtOnce(state: State, attempt: Attempt, failedMs: number): Promise<ServerAnswer | null> {
  if (!state.refusesByClosing || state.isUnreliable) return null;
  const { answer, failure } = await state.makeAttempt(attempt);
  if (answer !== null) {
    noteUnreliable(state);
    return answer;
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
 * Repeats the attempt alone. An answer means that a limit had closed the connection; a second close with an answered
 * control hello is a refusal.
 */
async function repeatInQuiet(state: State, attempt: Attempt, failure: NetFailure): Promise<ServerAnswer> {
  const { health } = state;
  let last = failure;
  let refusals = 0;
  for (const pauseMs of quietPausesMs) {
    if (health.stopped !== null) return failed(health.stopped, false);
    await untilQuiet(state, pauseMs);
    const { answer, failure: next } = await state.makeAttempt(attempt);
    if (answer !== null) {
      noteUnreliable(state);
      return answer;
    }
    last = next;
    if (await state.control()) refusals += 1;
    else state.slowDown();
    // If a limit was hit before, it may also cause a single close.
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
    ofClosing: async (attempt, failure) => {
      const failedMs = performance.now();
      const atOnce = (): Promise<ServerAnswer | null> => repeatAtOnce(state, attempt, failedMs);
      const inQuiet = async (): Promise<ServerAnswer> => (await atOnce()) ?? repeatInQuiet(state, attempt, failure);
      return (await atOnce()) ?? gate.alone(inQuiet);
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
