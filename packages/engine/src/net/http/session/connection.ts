import type { Socket } from 'node:net';
import type { HttpExchange } from '../../../evidence/http/schema.ts';
import type { NetFailure } from '../../../evidence/observed.ts';
import type { DialTarget } from '../../dialer.ts';

/** An open connection to an origin, TLS included where the origin has it. */
export interface HttpConnection {
  /** The TLS connection, else the TCP connection. */
  stream: Socket;
  socket: Socket;
  tls: HttpExchange['tls'];
}

/** A connection for one exchange, or why there is none. */
export type Taken =
  | { ok: true; connection: HttpConnection; carriedOthers: boolean; release: (keep: boolean) => void }
  | { ok: false; failure: NetFailure; connected: boolean; tls: HttpExchange['tls'] };

/** Opens a connection; TLS that fails has connected all the same. */
export type Open = () => Promise<{ ok: true; connection: HttpConnection } | Extract<Taken, { ok: false }>>;

/** Whose connections may be shared: one origin at one address, spoken to in one way. */
export interface SessionPlace {
  key: string;
  target: DialTarget;
}

/** Idle connections are closed before servers close theirs. */
const idleMs = 4_000;

/** Ends a connection at once. */
export function destroy({ stream, socket }: HttpConnection): void {
  stream.destroy();
  socket.destroy();
}

/** Watches an idle connection: whatever happens on it ends it. Returns what takes it back, null once it has ended. */
export function watchIdle(connection: HttpConnection, onGone: () => void): () => boolean {
  const { stream } = connection;
  let isGone = false;
  const gone = (): void => {
    if (isGone) return;
    isGone = true;
    destroy(connection);
    onGone();
  };
  const timer = setTimeout(gone, idleMs).unref();
  const events = ['data', 'end', 'close', 'error'] as const;
  for (const event of events) stream.on(event, gone);
  stream.resume();
  // Nobody waits for an idle connection to end.
  stream.unref();
  return () => {
    clearTimeout(timer);
    for (const event of events) stream.off(event, gone);
    stream.pause();
    stream.ref();
    return !isGone && !stream.destroyed;
  };
}
