import type { Socket } from 'node:net';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import type { Flight } from '@perimeter/protocols/tls/flight';
import { FlightReader } from '@perimeter/protocols/tls/flight';
import type { NetFailure } from '../../evidence/observed.ts';
import { abortFailure } from '../../net/deadline.ts';

/** One hello, and how much of the answer is wanted. */
export interface Question {
  /** Written one after the other with a pause, so that each travels in its own TCP segment. */
  segments: readonly Uint8Array[];
  /** Asked after each piece of the flight: true ends the exchange. */
  enough: (flight: Flight) => boolean;
  /** True: an end of the connection without a word is handed back at once; whoever asks finds out what it means. */
  isOnce?: boolean;
}

/** What came back; failure is null when the flight was enough or ended in an alert. */
export interface Exchange {
  flight: Flight;
  failure: NetFailure | null;
}

/** Silence of one socket that ends a question: a single-threaded server may serve others first. */
const silenceTimeoutMs = 5_000;
/** What is missing of a flight follows its ServerHello at once. */
const remainderTimeoutMs = 2_000;
/** No question takes longer, however busily the server drips. */
const questionTimeoutMs = 15_000;
const segmentPauseMs = 20;
/** Who refuses by closing does so at once; a close after so long is a time-out of the server's. */
const hangingMs = 3_000;

const failureOf = (error: NodeJS.ErrnoException): NetFailure => ({
  reason: error.code === 'ETIMEDOUT' ? 'timeout' : 'reset',
  detail: `Connection was reset (${error.code ?? error.message})`,
});

const isOver = (flight: Flight, enough: Question['enough']): boolean =>
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

/** What other sockets of the same endpoint tell of its pace. */
export interface Pace {
  /** When the endpoint last answered a question, by the monotonic clock; null: never. */
  lastAnswerMs: number | null;
}

/**
 * Asks one question on an open connection and closes it; never throws. A socket that has said nothing waits on while the
 * endpoint answers others: a server may serve one after the other.
 */
export function exchange(socket: Socket, question: Question, signal: AbortSignal, pace: Pace): Promise<Exchange> {
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
      // The end of the server's patience with a hello that it hangs on says no more than our own.
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
      if (isOver(flight, question.enough)) return settle(null);
      awaitMore();
    };

    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort);
    socket.on('error', onError).on('close', onClose).on('data', onData);
    timers.add(
      setTimeout(
        () => settle({ reason: 'timeout', detail: `Answer was not whole after ${questionTimeoutMs} ms` }),
        questionTimeoutMs,
      ),
    );
    awaitMore();
    for (const timer of sendSegments(socket, question.segments)) timers.add(timer);
    if (socket.destroyed) onClose();
  });
}
