import type { Flight } from '@perimeter/protocols/tls/flight';
import { FlightReader } from '@perimeter/protocols/tls/flight';
import type { NetFailure } from '../../evidence/observed.ts';
import type { Dialed, Dialer, DialTarget } from '../../net/dialer.ts';
import type { Answer } from './answer.ts';
import { spokenAnswer } from './answer.ts';
import type { Exchange, Question } from './exchange.ts';
import { exchange } from './exchange.ts';
import { createPool } from './pool.ts';

/** The way to ask one endpoint: repeats what failed, tells refusals from distress, and stops before it does harm. */
export interface Line {
  ask: (question: Question) => Promise<Answer>;
  /** A connection for a handshake that somebody else makes. */
  connect: () => Promise<Dialed>;
  /** Runs a chain of questions, for which connections are opened ahead. */
  chain: <T>(questions: () => Promise<T>) => Promise<T>;
  /** A hello that was answered: what others are measured against from now on. */
  setControl: (question: Question) => void;
  readonly hasControl: boolean;
  /** Asks the known-good hello again; false where there is none. */
  control: () => Promise<boolean>;
  /** True once a connection was opened. */
  readonly wasReached: boolean;
  /** True after any failed exchange. */
  readonly hadDistress: boolean;
  /** Why no more is asked, or null. */
  readonly stopped: NetFailure | null;
  readonly connections: number;
  idle: () => number;
  close: () => void;
}

/** So many failures one after the other, and the endpoint is left alone. */
const maxConsecutiveFailures = 5;

const final: ReadonlySet<NetFailure['reason']> = new Set(['cancelled', 'blocked', 'budget']);
const byClosing: ReadonlySet<NetFailure['reason']> = new Set(['reset', 'closed']);
const noFlight = (): Flight => new FlightReader().flight;

interface LineOptions {
  dialer: Dialer;
  target: DialTarget;
  signal: AbortSignal;
}

interface Attempt extends Exchange {
  atConnect: boolean;
}

interface Outcome {
  spoken: Answer | null;
  failure: NetFailure;
  atConnect: boolean;
  /** Bytes came until the time was up: the server is slow on purpose, and would be again. */
  drips: boolean;
}

/** Opens a line; it makes no connection before the first question. */
export function createLine({ dialer, target, signal }: LineOptions): Line {
  const pool = createPool(dialer, target, signal);
  let stopped: NetFailure | null = null;
  let wasReached = false;
  let hadDistress = false;
  let hasAnswered = false;
  let consecutiveFailures = 0;
  let chains = 0;
  let controlQuestion: Question | null = null;
  let controlRun: Promise<boolean> | null = null;

  const once = async (question: Question): Promise<Attempt> => {
    const { dialed, stale } = await pool.take();
    if (!dialed.ok) return { flight: noFlight(), failure: dialed.failure, atConnect: true };
    wasReached = true;
    const result = await exchange(dialed.socket, question, signal);
    const died = stale && result.flight.bytes === 0 && byClosing.has(result.failure?.reason ?? 'timeout');
    return died ? once(question) : { ...result, atConnect: false };
  };

  const attempt = async (question: Question): Promise<Outcome> => {
    const { flight, failure, atConnect } = await once(question);
    const spoken = spokenAnswer(flight);
    if (spoken === null) {
      hadDistress = true;
      consecutiveFailures += 1;
    } else {
      hasAnswered = true;
      consecutiveFailures = 0;
      stopped = null;
    }
    const drips = failure?.reason === 'timeout' && flight.bytes > 0;
    return { spoken, failure: failure ?? { reason: 'malformed', detail: 'Answer holds no message' }, atConnect, drips };
  };

  const runControl = async (question: Question): Promise<boolean> => {
    const { spoken } = await attempt(question);
    return spoken?.kind === 'hello' || spoken?.kind === 'ssl2';
  };
  const control = (): Promise<boolean> => {
    if (controlQuestion === null || signal.aborted) return Promise.resolve(false);
    controlRun ??= runControl(controlQuestion).finally(() => {
      controlRun = null;
    });
    return controlRun;
  };

  const slowDown = (): void => {
    pool.calm();
    dialer.slowDown(target);
  };
  const failed = (failure: NetFailure, confirmed: boolean): Answer => ({
    kind: 'failed',
    flight: noFlight(),
    failure,
    confirmed,
  });

  /** After two failures of one question: is it the question, or the endpoint? */
  const diagnose = async (failure: NetFailure): Promise<Answer> => {
    const isHealthy = await control();
    if (!isHealthy) {
      slowDown();
      if (consecutiveFailures >= maxConsecutiveFailures) {
        stopped = {
          reason: 'rate-limited',
          detail: `Stopped after ${maxConsecutiveFailures} failures in a row, the last: ${failure.detail}`,
        };
      }
      return failed(failure, false);
    }
    if (!byClosing.has(failure.reason)) return failed(failure, true);
    return {
      kind: 'refused',
      flight: noFlight(),
      how: `${failure.detail}, twice, while a known-good hello was answered`,
      alert: null,
    };
  };

  const ask = async (question: Question): Promise<Answer> => {
    if (stopped !== null) return failed(stopped, false);
    const first = await attempt(question);
    if (first.spoken !== null) return first.spoken;
    if (final.has(first.failure.reason)) {
      stopped = first.failure;
      return failed(first.failure, false);
    }
    if (first.failure.reason === 'malformed' || first.drips) return failed(first.failure, false);
    if (first.atConnect && !hasAnswered) return failed(first.failure, false);
    if (first.atConnect) slowDown();
    const second = await attempt(question);
    return second.spoken ?? diagnose(second.failure);
  };

  return {
    ask,
    connect: async () => (stopped === null ? (await pool.take()).dialed : { ok: false, failure: stopped }),
    chain: async (questions) => {
      chains += 1;
      pool.expect(chains);
      try {
        return await questions();
      } finally {
        chains -= 1;
        pool.expect(chains);
      }
    },
    setControl: (question) => {
      controlQuestion = question;
    },
    get hasControl() {
      return controlQuestion !== null;
    },
    control,
    get wasReached() {
      return wasReached;
    },
    get hadDistress() {
      return hadDistress;
    },
    get stopped() {
      return stopped;
    },
    get connections() {
      return pool.opened;
    },
    idle: pool.idle,
    close: pool.close,
  };
}
