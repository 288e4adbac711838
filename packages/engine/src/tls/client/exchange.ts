import type { Socket } from 'node:net';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import type { Flight } from '@perimeter/protocols/tls/flight';
import { FlightReader } from '@perimeter/protocols/tls/flight';
import type { NetFailure } from '../../evidence/observed.ts';
import { abortFailure } from '../../net/deadline.ts';

/** One hello to send, and how much of the answer to wait for. */
export interface Attempt {
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

const failureOf = (error: NodeJS.ErrnoException): NetFailure => ({
  reason: error.code === 'ETIMEDOUT' ? 'timeout' : 'reset',
  detail: `Connection was reset (${error.code ?? error.message})`,
});

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
  return new Promise((resolve) => {
    const reader = new FlightReader();
    const { flight } = reader;
    const timers = new Set<NodeJS.Timeout>();
    let silence: NodeJS.Timeout | undefined;
    const sentMs = performance.now();

    const settle = (failure: NetFailure | null): void => {
      for (const timer of [...timers, silence]) clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      socket.removeAllListeners('data').removeListener('error', onError).removeListener('close', onClose);
      // FIN and not RST: the server has done nothing wrong.
      socket.destroySoon();
      resolve({ flight, failure });
    };
    const awaitMore = (waitMs?: number): void => {
      clearTimeout(silence);
      const timeoutMs = flight.serverHello === null ? silenceTimeoutMs : remainderTimeoutMs;
      const onSilence = (): void => {
        const sinceAnswerMs = performance.now() - (pace.lastAnswerMs ?? -Infinity);
        if (flight.bytes === 0 && sinceAnswerMs < timeoutMs - 1) awaitMore(timeoutMs - sinceAnswerMs);
        else settle({ reason: 'timeout', detail: `No answer within ${timeoutMs} ms` });
      };
      silence = setTimeout(onSilence, waitMs ?? timeoutMs);
    };
    const onAbort = (): void => settle(abortFailure(signal));
    const onError = (error: Error): void => settle(failureOf(error));
    const onClose = (): void => {
      const silentMs = performance.now() - sentMs;
      // A server that times out on a hello tells no more than our own time-out.
      if (flight.bytes === 0 && silentMs > hangingMs)
        settle({ reason: 'timeout', detail: `Closed after ${Math.round(silentMs / 1000)} s without an answer` });
      else settle({ reason: 'closed', detail: `Connection was closed after ${flight.bytes} bytes` });
    };
    const onData = (bytes: Uint8Array): void => {
      try {
        reader.push(bytes);
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
        return settle({ reason: 'malformed', detail: `Answer is not TLS: ${error.message}` });
      }
      if (isOver(flight, attempt.enough)) return settle(null);
      awaitMore();
    };

    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort);
    socket.on('error', onError).on('close', onClose).on('data', onData);
    timers.add(
      setTimeout(
        () => settle({ reason: 'timeout', detail: `Answer was not whole after ${attemptTimeoutMs} ms` }),
        attemptTimeoutMs,
      ),
    );
    awaitMore();
    for (const timer of sendSegments(socket, attempt.segments)) timers.add(timer);
    if (socket.destroyed) onClose();
  });
}
