import type { Duplex } from 'node:stream';
import { systemClock } from './deadline.ts';

/** The bytes received on a connection so far. */
export interface Conversation {
  readonly said: Uint8Array;
  /** The peer closed, or the connection failed. */
  readonly ended: boolean;
  say: (octets: Uint8Array) => void;
  /** Waits until enough was received, the peer closes, the signal aborts or the time is up; true where enough was received. */
  until: (isEnough: (said: Uint8Array) => boolean, timeoutMs: number, signal: AbortSignal) => Promise<boolean>;
  leave: () => void;
}

/** Collects the bytes received on a connection, up to a limit that ends it. Never throws. */
export function converse(socket: Duplex, maxBytes: number): Conversation {
  let said = new Uint8Array(0);
  let ended = socket.destroyed;
  const watchers = new Set<() => void>();
  const notify = (): void => {
    for (const watch of watchers) watch();
  };
  const end = (): void => {
    ended = true;
    notify();
  };
  socket.on('data', (chunk: Buffer) => {
    const part = chunk.subarray(0, maxBytes - said.length);
    const joined = new Uint8Array(said.length + part.length);
    joined.set(said);
    joined.set(part, said.length);
    said = joined;
    if (said.length >= maxBytes) socket.destroy();
    notify();
  });
  socket.on('error', end).on('end', end).on('close', end);
  const until: Conversation['until'] = (isEnough, timeoutMs, signal) =>
    new Promise((resolve) => {
      const settle = (isDone: boolean): void => {
        cancelTimer();
        signal.removeEventListener('abort', onAbort);
        watchers.delete(watch);
        resolve(isDone);
      };
      const onAbort = (): void => settle(false);
      const watch = (): void => {
        if (isEnough(said)) settle(true);
        else if (ended) settle(false);
      };
      const cancelTimer = systemClock.schedule(timeoutMs, () => settle(false));
      signal.addEventListener('abort', onAbort, { once: true });
      watchers.add(watch);
      if (signal.aborted) settle(false);
      else watch();
    });
  return {
    get said() {
      return said;
    },
    get ended() {
      return ended;
    },
    say: (octets) => void (socket.writable && socket.write(octets)),
    until,
    leave: () => void socket.destroy(),
  };
}
