import type { Socket } from 'node:net';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { FlightReader } from '@perimeter/protocols/tls/handshake/flight';
import type { Flight } from '@perimeter/protocols/tls/handshake/flight-state';
import { type NetFailure, netFailed } from '../../evidence/observed.ts';
import { abortFailure, systemClock } from '../../net/deadline.ts';
import type { HelloOffer } from './hello/offer.ts';
import { listenTo, type SocketEnd } from './socket-events.ts';

/** One hello to send, and when its answer is enough. */
export interface Attempt {
  /** What the hello offers. */
  offer: HelloOffer;
  /** Written with a pause in between, so that each is a separate TCP segment. */
  segments: readonly Uint8Array[];
  /** Called after each piece of the flight: true ends the exchange. */
  enough: (flight: Flight) => boolean;
  /** True: a connection that ends without an answer is not diagnosed; the caller does that. */
  isOnce?: boolean;
}

/** The received flight; failure is null when it was enough or ended in an alert. */
export interface Exchange {
  flight: Flight;
  failure: NetFailure | null;
}

/** Silence on one socket after which an attempt ends: a single-threaded server may serve others first. */
const silenceTimeoutMs = 5_000;
/** Time limit for the rest of a flight after its ServerHello. */
const remainderTimeoutMs = 2_000;
/** Time limit of an attempt, however slowly the server sends. */
const attemptTimeoutMs = 15_000;
const segmentPauseMs = 20;
/** A refusal by closing comes at once; a later close is the server's own time-out. */
const hangingMs = 3_000;

function failureOf(end: SocketEnd, bytes: number, silentMs: number): NetFailure {
  if (end.kind === 'aborted') return end.failure;
  if (end.kind === 'reset')
    return netFailed(end.code === 'ETIMEDOUT' ? 'timeout' : 'reset', 'connection-reset', end.code);
  // The server's time-out on a hello means the same as ours.
  if (bytes === 0 && silentMs > hangingMs)
    return netFailed('timeout', 'closed-after-silence', Math.round(silentMs / 1000));
  return netFailed('closed', 'closed-after-bytes', bytes);
}

const isOver = (flight: Flight, enough: Attempt['enough']): boolean =>
  flight.alert !== null || flight.ssl2 !== null || enough(flight);

function sendSegments(socket: Socket, [first, ...others]: readonly Uint8Array[]): NodeJS.Timeout[] {
  if (first !== undefined) socket.write(first);
  return others.map((segment, index) =>
    setTimeout(
      () => {
        if (socket.writable) socket.write(segment);
      },
      segmentPauseMs * (index + 1),
    ),
  );
}

/** How fast the endpoint answers on other sockets. */
export interface Pace {
  /** When the endpoint last answered, by the monotonic clock; null: never. */
  lastAnswerMs: number | null;
}

/**
 * Makes one attempt on an open socket and closes it; never throws. A silent socket keeps waiting while the endpoint
 * answers on others, because a server may serve connections sequentially.
 */
export function exchange(socket: Socket, attempt: Attempt, signal: AbortSignal, pace: Pace): Promise<Exchange> {
  const { promise, resolve } = Promise.withResolvers<Exchange>();
  const reader = new FlightReader();
  const { flight } = reader;
  const timers: NodeJS.Timeout[] = [];
  let cancelSilence = (): void => {};
  const sentMs = performance.now();

  const settle = (failure: NetFailure | null): void => {
    for (const timer of timers) clearTimeout(timer);
    cancelSilence();
    cancelWhole();
    stopListening();
    // FIN and not RST: the server has done nothing wrong.
    socket.destroySoon();
    resolve({ flight, failure });
  };
  const end = (why: SocketEnd): void => settle(failureOf(why, flight.bytes, performance.now() - sentMs));
  const awaitMore = (waitMs?: number): void => {
    cancelSilence();
    const timeoutMs = flight.serverHello === null ? silenceTimeoutMs : remainderTimeoutMs;
    const onSilence = (): void => {
      const sinceAnswerMs = performance.now() - (pace.lastAnswerMs ?? -Infinity);
      if (flight.bytes === 0 && sinceAnswerMs < timeoutMs - 1) awaitMore(timeoutMs - sinceAnswerMs);
      else settle(netFailed('timeout', 'no-answer-within', timeoutMs));
    };
    cancelSilence = systemClock.schedule(waitMs ?? timeoutMs, onSilence);
  };
  const data = (bytes: Uint8Array): void => {
    try {
      reader.push(bytes);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      return settle(netFailed('malformed', 'answer-not-tls', error.kept));
    }
    if (isOver(flight, attempt.enough)) return settle(null);
    awaitMore();
  };

  let stopListening = (): void => {};
  let cancelWhole = (): void => {};
  if (signal.aborted) {
    end({ kind: 'aborted', failure: abortFailure(signal) });
    return promise;
  }
  stopListening = listenTo(socket, signal, { data, end });
  const onTimeout = (): void => settle(netFailed('timeout', 'answer-not-whole', attemptTimeoutMs));
  cancelWhole = systemClock.schedule(attemptTimeoutMs, onTimeout);
  awaitMore();
  timers.push(...sendSegments(socket, attempt.segments));
  if (socket.destroyed) end({ kind: 'closed' });
  return promise;
}
