import { FlightReader } from '@perimeter/protocols/tls/flight';
import type { NetFailure } from '../../evidence/observed.ts';
import type { Answer } from './answer.ts';
import { spokenAnswer } from './answer.ts';
import type { Exchange, Question } from './exchange.ts';
import { exchange } from './exchange.ts';
import type { Pool } from './pool.ts';

/** How an endpoint has borne the questions so far. */
export interface Health {
  wasReached: boolean;
  hasAnswered: boolean;
  hadDistress: boolean;
  consecutiveFailures: number;
  /** When the endpoint last answered a question, by the monotonic clock. */
  lastAnswerMs: number | null;
  /** When the last question was sent that a ServerHello answered: no earlier failure is the endpoint's distress. */
  lastGoodSentMs: number;
  /** Why no more is asked, or null; an answer takes it back. */
  stopped: NetFailure | null;
}

/** One question on one connection: an answer, or why there is none. */
export interface Outcome {
  spoken: Answer | null;
  failure: NetFailure;
  atConnect: boolean;
  /** Bytes came until the time was up: the server is slow on purpose, and would be again. */
  drips: boolean;
}

/** Ends that a refusal can look like. */
export const byClosing: ReadonlySet<NetFailure['reason']> = new Set(['reset', 'closed']);

/** An endpoint that has not been asked anything. */
export const freshHealth = (): Health => ({
  wasReached: false,
  hasAnswered: false,
  hadDistress: false,
  consecutiveFailures: 0,
  lastAnswerMs: null,
  lastGoodSentMs: -Infinity,
  stopped: null,
});

async function onConnection(
  pool: Pool,
  health: Health,
  question: Question,
  signal: AbortSignal,
): Promise<Exchange & { atConnect: boolean; sentMs: number }> {
  const { dialed, stale } = await pool.take();
  const sentMs = performance.now();
  if (!dialed.ok) return { flight: new FlightReader().flight, failure: dialed.failure, atConnect: true, sentMs };
  health.wasReached = true;
  const result = await exchange(dialed.socket, question, signal, health);
  // The server may have tired of a connection that was opened ahead: that is no answer.
  const hasDied = stale && result.flight.bytes === 0 && result.failure !== null && byClosing.has(result.failure.reason);
  return hasDied ? onConnection(pool, health, question, signal) : { ...result, atConnect: false, sentMs };
}

function note(health: Health, spoken: Answer | null, sentMs: number): void {
  if (spoken !== null) {
    health.lastAnswerMs = performance.now();
    if (spoken.kind === 'hello') health.lastGoodSentMs = Math.max(health.lastGoodSentMs, sentMs);
    health.hasAnswered = true;
    health.consecutiveFailures = 0;
    health.stopped = null;
  } else {
    health.hadDistress = true;
    health.consecutiveFailures += 1;
  }
}

/** Asks once, and notes how the endpoint bore it. */
export async function attempt(pool: Pool, health: Health, question: Question, signal: AbortSignal): Promise<Outcome> {
  const { flight, failure, atConnect, sentMs } = await onConnection(pool, health, question, signal);
  const spoken = spokenAnswer(flight, failure);
  note(health, spoken, sentMs);
  return {
    spoken,
    failure: failure ?? { reason: 'malformed', detail: 'Answer holds no message' },
    atConnect,
    drips: failure?.reason === 'timeout' && flight.bytes > 0,
  };
}
