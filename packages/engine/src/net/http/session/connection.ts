import type { Socket } from 'node:net';
import type { HttpExchange } from '../../../evidence/http/schema.ts';
import type { NetFailure } from '../../../evidence/observed.ts';
import type { DialTarget } from '../../dialer.ts';

/** An open connection to an origin, with TLS for https. */
export interface HttpConnection {
  /** The TLS connection, or the TCP connection without TLS. */
  stream: Socket;
  socket: Socket;
  tls: HttpExchange['tls'];
}

/** A connection for one exchange, or why there is none. */
export type Taken =
  | { ok: true; connection: HttpConnection; carriedOthers: boolean; release: (keep: boolean) => void }
  | { ok: false; failure: NetFailure; connected: boolean; tls: HttpExchange['tls'] };

/** Opens a connection; if only TLS fails, it still counts as connected. */
export type Open = () => Promise<{ ok: true; connection: HttpConnection } | Extract<Taken, { ok: false }>>;

/** The key for shared connections: one origin at one address with one set of protocols. */
export interface SessionPlace {
  key: string;
  target: DialTarget;
}

/** Idle connections are closed earlier than servers usually close them. */
const idleMs = 4_000;

/** Ends a connection at once. */
export function destroy({ stream, socket }: HttpConnection): void {
  stream.destroy();
  socket.destroy();
}

/** Watches an idle connection: any event on it ends it. Returns a function that takes it into use again; null once it has ended. */
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
  // An idle connection must not keep the process alive.
  stream.unref();
  return () => {
    clearTimeout(timer);
    for (const event of events) stream.off(event, gone);
    stream.pause();
    stream.ref();
    return !isGone && !stream.destroyed;
  };
}
