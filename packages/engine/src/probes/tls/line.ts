import { FlightReader } from '@perimeter/protocols/tls/flight';
import type { NetFailure } from '../../evidence/observed.ts';
import { abortFailure } from '../../net/deadline.ts';
import type { Dialed } from '../../net/dialer.ts';
import type { Answer } from './answer.ts';
import type { Health } from './attempts.ts';
import { attempt, byClosing, freshHealth } from './attempts.ts';
import type { Question } from './exchange.ts';
import type { Pool, PoolOptions } from './pool.ts';
import { createPool } from './pool.ts';

/** The way to ask one endpoint: repeats what failed, tells refusals from distress, and stops before it does harm. */
export interface Line {
  ask: (question: Question) => Promise<Answer>;
  /** A connection for a handshake that somebody else makes. */
  connect: () => Promise<Dialed>;
  /** Runs a chain of questions, for which connections are opened ahead; or several that are about to begin. */
  chain: <T>(questions: () => Promise<T>, count?: number) => Promise<T>;
  /** A hello that was answered: what others are measured against from now on. */
  setControl: (question: Question) => void;
  readonly hasControl: boolean;
  /** Asks the known-good hello again; false where there is none. */
  control: () => Promise<boolean>;
  readonly health: Readonly<Health>;
  readonly connections: number;
  /** Connections that nobody uses now. */
  idle: () => number;
  close: () => void;
}

/** So many failures one after the other, and the endpoint is left alone. */
const maxConsecutiveFailures = 5;

/** After so many refusals by closing, each beside an answered control, closing is the endpoint's way to refuse. */
const enoughRefusals = 2;

const final: ReadonlySet<NetFailure['reason']> = new Set(['cancelled', 'blocked', 'budget']);

const failed = (failure: NetFailure, confirmed: boolean): Answer => ({
  kind: 'failed',
  flight: new FlightReader().flight,
  failure,
  confirmed,
});

const refusedByClosing = ({ detail }: NetFailure): Answer => ({
  kind: 'refused',
  flight: new FlightReader().flight,
  how: `${detail}, twice, while a known-good hello was answered`,
  alert: null,
});

/** The known-good hello; questions that come while it is on its way wait for the same answer. */
function createControl(pool: Pool, health: Health, signal: AbortSignal) {
  let question: Question | null = null;
  let running: Promise<boolean> | null = null;
  const run = async (known: Question): Promise<boolean> => {
    const { spoken } = await attempt(pool, health, known, signal);
    return spoken?.kind === 'hello' || spoken?.kind === 'ssl2';
  };
  return {
    set: (known: Question): void => {
      question = known;
    },
    isSet: (): boolean => question !== null,
    ask: (): Promise<boolean> => {
      if (question === null || signal.aborted) return Promise.resolve(false);
      running ??= run(question).finally(() => {
        running = null;
      });
      return running;
    },
  };
}

/** Opens a line; it makes no connection before the first question. */
export function createLine(options: PoolOptions): Line {
  const { dialer, target, signal } = options;
  const pool = createPool(options);
  const health = freshHealth();
  const control = createControl(pool, health, signal);
  let chains = 0;
  let refusalsByClosing = 0;

  const slowDown = (): void => {
    pool.calm();
    dialer.slowDown(target);
  };

  /**
   * True when the known-good hello is answered. Where the endpoint is known to refuse by closing, an answer to any hello
   * that was sent since then is as good.
   */
  const isAnsweringSince = async (sinceMs: number): Promise<boolean> =>
    (refusalsByClosing >= enoughRefusals && health.lastGoodSentMs > sinceMs) || (await control.ask());

  /** After two failures of one question: is it the question, or the endpoint? */
  const diagnose = async (failure: NetFailure, firstFailedMs: number): Promise<Answer> => {
    if (await isAnsweringSince(firstFailedMs)) {
      if (!byClosing.has(failure.reason)) return failed(failure, true);
      refusalsByClosing += 1;
      return refusedByClosing(failure);
    }
    slowDown();
    if (health.consecutiveFailures >= maxConsecutiveFailures) {
      const detail = `Stopped after ${maxConsecutiveFailures} failures in a row, the last: ${failure.detail}`;
      health.stopped = { reason: 'rate-limited', detail };
    }
    return failed(failure, false);
  };

  const ask = async (question: Question): Promise<Answer> => {
    if (signal.aborted) health.stopped = abortFailure(signal);
    if (health.stopped !== null) return failed(health.stopped, false);
    const first = await attempt(pool, health, question, signal);
    if (first.spoken !== null) return first.spoken;
    if (final.has(first.failure.reason)) health.stopped = first.failure;
    const isHopeless = health.stopped !== null || first.failure.reason === 'malformed' || first.drips;
    if (isHopeless || (first.atConnect && !health.hasAnswered)) return failed(first.failure, false);
    if (first.atConnect) slowDown();
    const firstFailedMs = performance.now();
    const second = await attempt(pool, health, question, signal);
    return second.spoken ?? diagnose(second.failure, firstFailedMs);
  };

  const chain: Line['chain'] = async (questions, count = 1) => {
    chains += count;
    pool.expect(chains);
    try {
      return await questions();
    } finally {
      chains -= count;
      pool.expect(chains);
    }
  };

  return {
    ask,
    connect: async () =>
      health.stopped === null ? (await pool.take()).dialed : { ok: false, failure: health.stopped },
    chain,
    setControl: control.set,
    get hasControl() {
      return control.isSet();
    },
    control: control.ask,
    health,
    get connections() {
      return pool.opened;
    },
    idle: pool.idle,
    close: pool.close,
  };
}
