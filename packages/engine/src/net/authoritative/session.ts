import type { Socket } from 'node:net';
import { concat, u16 } from '@perimeter/protocols/bytes';
import { encodeMessage, type Message } from '@perimeter/protocols/dns/message';
import { type NetFailure, netFailed } from '../../evidence/observed.ts';
import { abortFailure, systemClock } from '../deadline.ts';
import { type Dialer, type DialTarget, socketFailure } from '../dialer.ts';
import { frameReader } from '../message-frames.ts';
import { tcpTimeoutMs } from './limits.data.ts';

/** Why a stream of messages ended early. */
type Ended = NetFailure | null;

/** A TCP connection to a name server, for several concurrent queries (RFC 7766 section 6.2.1.1). */
export interface TcpSession {
  /**
   * Sends a query and passes each message with its id to `take`, until that returns true; resolves to null then, else
   * to the reason why no more came.
   */
  exchange: (query: Message, take: (message: Uint8Array) => boolean, signal: AbortSignal) => Promise<Ended>;
  /** Why no more queries can be sent; null: open. */
  ended: () => Ended;
  close: () => void;
}

interface Waiting {
  take: (message: Uint8Array) => boolean;
  settle: (ended: Ended) => void;
}

const idOf = (bytes: Uint8Array): number => (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);

/** Runs exchanges over a connected socket. */
export function sessionOver(socket: Socket): TcpSession {
  const waiting = new Map<number, Waiting>();
  const read = frameReader();
  let ended: Ended = null;
  const end = (failure: NetFailure): void => {
    ended ??= failure;
    for (const { settle } of waiting.values()) settle(failure);
    socket.destroy();
  };
  socket.on('data', (chunk) => {
    for (const message of read(chunk)) {
      const one = waiting.get(idOf(message));
      if (one?.take(message) === true) one.settle(null);
    }
  });
  socket.on('error', (error) => end(socketFailure(error, 'ask-over-tcp()')));
  socket.on('close', () => end(netFailed('closed', 'server-closed')));
  return {
    exchange: (query, take, signal) => {
      if (ended !== null) return Promise.resolve(ended);
      const { promise, resolve } = Promise.withResolvers<Ended>();
      const tooLate = (): void => resolve(netFailed('timeout', 'server-silent', tcpTimeoutMs));
      const cancelTimer = systemClock.schedule(tcpTimeoutMs, tooLate);
      const cancel = (): void => resolve(abortFailure(signal));
      signal.addEventListener('abort', cancel);
      waiting.set(query.id, { take, settle: resolve });
      const bytes = encodeMessage(query);
      socket.write(concat([u16(bytes.length), bytes]));
      return promise.finally(() => {
        cancelTimer();
        signal.removeEventListener('abort', cancel);
        waiting.delete(query.id);
      });
    },
    ended: () => ended,
    close: () => socket.destroy(),
  };
}

/** Connects to a name server, under all conditions of the dialer. */
export async function openSession(
  dialer: Dialer,
  target: DialTarget,
  signal: AbortSignal,
): Promise<{ ok: true; session: TcpSession } | { ok: false; failure: NetFailure }> {
  const dialed = await dialer.connect(target, { signal, timeoutMs: tcpTimeoutMs });
  return dialed.ok ? { ok: true, session: sessionOver(dialed.socket) } : dialed;
}
