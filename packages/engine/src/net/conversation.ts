import type { Duplex } from 'node:stream';

/** What was heard on a connection so far. */
export interface Conversation {
  readonly said: Uint8Array;
  /** The other side has ended, or the connection broke. */
  readonly ended: boolean;
  say: (octets: Uint8Array) => void;
  /** Waits until enough was heard, the other side ends, the signal aborts or time is up; true where enough was heard. */
  until: (isEnough: (said: Uint8Array) => boolean, timeoutMs: number, signal: AbortSignal) => Promise<boolean>;
  leave: () => void;
}

/** Listens on a connection and keeps what comes, up to a limit; whatever comes beyond it ends the connection. Never throws. */
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
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        watchers.delete(watch);
        resolve(isDone);
      };
      const onAbort = (): void => settle(false);
      const watch = (): void => {
        if (isEnough(said)) settle(true);
        else if (ended) settle(false);
      };
      const timer = setTimeout(() => settle(false), timeoutMs);
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
