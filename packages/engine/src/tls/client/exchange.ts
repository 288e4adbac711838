import type { Socket } from 'node:net';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { FlightReader } from '@perimeter/protocols/tls/handshake/flight';
import type { Flight } from '@perimeter/protocols/tls/handshake/flight-state';
import { type NetFailure, netFailed } from '../../evidence/observed.ts';
import { abortFailure } from '../../net/deadline.ts';
import type { HelloOffer } from './hello/offer.ts';
import { listenTo, type SocketEnd } from './socket-events.ts';

/** One hello to send, and how much of the answer to wait for. */
export interface Attempt {
  /** What the hello offers. */
  offer: HelloOffer;
  /** Written with a pause between them, so that each travels in its own TCP segment. */
  segments: readonly Uint8Array[];
  /** Called after each piece of the flight: true ends the exchange. */
  enough: (flight: Flight) => boolean;
  /** True: a connection that ends without an answer is not diagnosed; the caller finds out what it means. */
  isOnce?: boolean;
}

/** What came back; failure is null when the flight was enough or ended in an alert. */
export interface Exchange {
  flight: Flight;
  failure: NetFailure | null;
}

/** Silence on one socket that ends an attempt: a single-threaded server may serve others first. */
const silenceTimeoutMs = 5_000;
/** The rest of a flight follows its ServerHello at once. */
const remainderTimeoutMs = 2_000;
/** The longest that an attempt takes, however the server drips. */
const attemptTimeoutMs = 15_000;
const segmentPauseMs = 20;
/** A refusal by closing comes at once; a close after this time is the server's own time-out. */
const hangingMs = 3_000;

function failureOf(end: SocketEnd, bytes: number, silentMs: number): NetFailure {
  if (end.kind === 'aborted') return end.failure;
  if (end.kind === 'reset')
    return netFailed(end.code === 'ETIMEDOUT' ? 'timeout' : 'reset', 'connection-reset', end.code);
  // A server that times out on a hello tells no more than our own time-out.
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

/** How fast the endpoint answers on its other sockets. */
export interface Pace {
  /** When the endpoint last answered, by the monotonic clock; null: never. */
  lastAnswerMs: number | null;
}

/**
 * Makes one attempt on an open socket and closes it; never throws. A silent socket keeps waiting while the endpoint
 * answers on others: a server may serve one connection after the other.
 */
export function exchange(socket: Socket, attempt: Attempt, signal: AbortSignal, pace: Pace): Promise<Exchange> {
  const { promise, resolve } = Promise.withResolvers<Exchange>();
  const reader = new FlightReader();
  const { flight } = reader;
  const timers: NodeJS.Timeout[] = [];
  let silence: NodeJS.Timeout | undefined;
  const sentMs = performance.now();

  const settle = (failure: NetFailure | null): void => {
    for (const timer of [...timers, silence]) clearTimeout(timer);
    stopListening();
    // FIN and not RST: the server has done nothing wrong.
    socket.destroySoon();
    resolve({ flight, failure });
  };
  const end = (why: SocketEnd): void => settle(failureOf(why, flight.bytes, performance.now() - sentMs));
  const awaitMore = (waitMs?: number): void => {
    clearTimeout(silence);
    const timeoutMs = flight.serverHello === null ? silenceTimeoutMs : remainderTimeoutMs;
    const onSilence = (): void => {
      const sinceAnswerMs = performance.now() - (pace.lastAnswerMs ?? -Infinity);
      if (flight.bytes === 0 && sinceAnswerMs < timeoutMs - 1) awaitMore(timeoutMs - sinceAnswerMs);
      else settle(netFailed('timeout', 'no-answer-within', timeoutMs));
    };
    silence = setTimeout(onSilence, waitMs ?? timeoutMs);
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
  if (signal.aborted) {
    end({ kind: 'aborted', failure: abortFailure(signal) });
    return promise;
  }
  stopListening = listenTo(socket, signal, { data, end });
  const onTimeout = (): void => settle(netFailed('timeout', 'answer-not-whole', attemptTimeoutMs));
  timers.push(setTimeout(onTimeout, attemptTimeoutMs));
  awaitMore();
  timers.push(...sendSegments(socket, attempt.segments));
  if (socket.destroyed) end({ kind: 'closed' });
  return promise;
}
