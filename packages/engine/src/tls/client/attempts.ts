import { FlightReader } from '@perimeter/protocols/tls/handshake/flight';
import { type NetFailure, netFailed } from '../../evidence/observed.ts';
import { type ServerAnswer, readAnswer } from './answer.ts';
import { type Attempt, type Exchange, exchange } from './exchange.ts';
import type { Pool } from './pool.ts';

/** How an endpoint has responded so far. */
export interface Health {
  wasReached: boolean;
  hasAnswered: boolean;
  hadDistress: boolean;
  consecutiveFailures: number;
  /** When the endpoint last answered, by the monotonic clock. */
  lastAnswerMs: number | null;
  /** Send time of the newest attempt that a ServerHello answered: earlier failures were not the endpoint's distress. */
  lastGoodSentMs: number;
  /** Why no more attempts are made; null: they are. An answer resets it. */
  stopped: NetFailure | null;
}

/** The result of one attempt on one socket: an answer, or why there is none. */
export interface AttemptResult {
  answer: ServerAnswer | null;
  failure: NetFailure;
  atConnect: boolean;
  /** Bytes kept arriving until the time-out: the server is deliberately slow, and a retry would be too. */
  drips: boolean;
}

/** Ways to end a connection that may be a refusal. */
export const byClosing: ReadonlySet<NetFailure['reason']> = new Set(['reset', 'closed']);

/** The health of an endpoint before the first attempt. */
export const freshHealth = (): Health => ({
  wasReached: false,
  hasAnswered: false,
  hadDistress: false,
  consecutiveFailures: 0,
  lastAnswerMs: null,
  lastGoodSentMs: -Infinity,
  stopped: null,
});

async function onSocket(
  pool: Pool,
  health: Health,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<Exchange & { atConnect: boolean; sentMs: number }> {
  const { dialed, stale } = await pool.take();
  const sentMs = performance.now();
  if (!dialed.ok) return { flight: new FlightReader().flight, failure: dialed.failure, atConnect: true, sentMs };
  health.wasReached = true;
  const result = await exchange(dialed.socket, attempt, signal, health);
  // The server may have closed a preopened idle connection: that is no answer.
  const hasDied = stale && result.flight.bytes === 0 && result.failure !== null && byClosing.has(result.failure.reason);
  return hasDied ? onSocket(pool, health, attempt, signal) : { ...result, atConnect: false, sentMs };
}

function record(health: Health, answer: ServerAnswer | null, sentMs: number): void {
  if (answer !== null) {
    health.lastAnswerMs = performance.now();
    if (answer.kind === 'hello') health.lastGoodSentMs = Math.max(health.lastGoodSentMs, sentMs);
    health.hasAnswered = true;
    health.consecutiveFailures = 0;
    health.stopped = null;
  } else {
    health.hadDistress = true;
    health.consecutiveFailures += 1;
  }
}

/** Makes one attempt on one socket of the pool and records how the endpoint responded. */
export async function makeAttempt(
  pool: Pool,
  health: Health,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const { flight, failure, atConnect, sentMs } = await onSocket(pool, health, attempt, signal);
  const answer = readAnswer(flight, failure, attempt.offer);
  record(health, answer, sentMs);
  return {
    answer,
    failure: failure ?? netFailed('malformed', 'no-message'),
    atConnect,
    drips: failure?.reason === 'timeout' && flight.bytes > 0,
  };
}
