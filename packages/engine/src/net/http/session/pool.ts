import { abortFailure } from '../../deadline.ts';
import type { Dialer } from '../../dialer.ts';
import { destroy, type HttpConnection, type Open, type SessionPlace, type Taken, watchIdle } from './connection.ts';

/** Most connections to one origin and address at once: together with other probes they stay within the budget. */
const maxConnections = 3;

/** Idle connections, the most recently used first. */
function createIdle(dialer: Dialer, { target }: SessionPlace, onGone: () => void) {
  const idle: { connection: HttpConnection; wake: () => boolean }[] = [];
  return {
    add: (connection: HttpConnection): void => {
      const entry = { connection, wake: () => false };
      // The budget may reclaim the slot synchronously, before the function that takes it back is assigned.
      let inUse = (): void => {};
      const leave = (): void => {
        const at = idle.indexOf(entry);
        if (at === -1) return;
        idle.splice(at, 1);
        inUse();
        onGone();
      };
      const unwatch = watchIdle(connection, leave);
      idle.push(entry);
      entry.wake = () => {
        inUse();
        return unwatch();
      };
      inUse = dialer.rest(target, () => {
        unwatch();
        destroy(connection);
        leave();
      });
    },
    take: (): HttpConnection | null => {
      for (let entry = idle.pop(); entry !== undefined; entry = idle.pop()) {
        if (entry.wake()) return entry.connection;
        destroy(entry.connection);
        onGone();
      }
      return null;
    },
  };
}

/** A queue in order of arrival. */
function createLine() {
  const waiting = new Set<() => void>();
  return {
    turn: (signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        const done = (): void => {
          waiting.delete(done);
          signal.removeEventListener('abort', done);
          resolve();
        };
        waiting.add(done);
        signal.addEventListener('abort', done);
      }),
    next: (): void => {
      const [first] = waiting;
      first?.();
    },
  };
}

/** Takes a connection to one place: an idle one, else a new one, else the next that becomes idle. */
export function createPool(
  dialer: Dialer,
  place: SessionPlace,
): (connect: Open, signal: AbortSignal) => Promise<Taken> {
  const line = createLine();
  let open = 0;
  const closed = (): void => {
    open -= 1;
    line.next();
  };
  const idle = createIdle(dialer, place, closed);
  const taken = (connection: HttpConnection, carriedOthers: boolean): Taken => {
    let held = true;
    const release = (mayKeep: boolean): void => {
      if (!held) return;
      held = false;
      if (mayKeep && !connection.stream.destroyed && !connection.socket.destroyed) {
        idle.add(connection);
        return line.next();
      }
      destroy(connection);
      closed();
    };
    return { ok: true, connection, carriedOthers, release };
  };
  const takeNew = async (connect: Open): Promise<Taken> => {
    open += 1;
    const opened = await connect();
    if (opened.ok) return taken(opened.connection, false);
    closed();
    return opened;
  };
  return async (connect, signal) => {
    for (;;) {
      if (signal.aborted) return { ok: false, failure: abortFailure(signal), connected: false, tls: null };
      const kept = idle.take();
      if (kept !== null) return taken(kept, true);
      if (open < maxConnections) return takeNew(connect);
      await line.turn(signal);
    }
  };
}
