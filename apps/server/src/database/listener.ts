import pg from 'pg';
import { listenOn, pulse } from '../repositories/channels.ts';
import type { Connection } from './connection.ts';

/** Events of a listening connection. */
export interface News {
  notified: (channel: string, payload: string) => void;
  /** From now on no notification is missed. */
  live: () => void;
  /** From now on notifications may be missed. */
  lost: () => void;
}

/** A listening connection that reconnects when it breaks. */
export interface Listener {
  isLive: () => boolean;
  close: () => Promise<void>;
}

const retryMs = 1_000;
// A query at this interval detects a connection that the network dropped silently.
const pulseMs = 5_000;

const newClient = (connection: Connection): pg.Client =>
  new pg.Client({
    ...connection,
    keepAlive: true,
    connectionTimeoutMillis: pulseMs,
    query_timeout: pulseMs,
    application_name: 'perimeter listener',
  });

/** Listens on the channels over one connection. */
export function listen(
  connection: Connection,
  channels: readonly string[],
  news: News,
  onTrouble: (error: unknown) => void,
): Listener {
  let client: pg.Client | null = null;
  let live = false;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let pulsing: NodeJS.Timeout | undefined;

  const broken = (which: pg.Client, error: unknown): void => {
    if (client !== which) return;
    client = null;
    live = false;
    clearInterval(pulsing);
    news.lost();
    // Do not wait for the end: over a dead network it may never come.
    void which.end().catch(() => undefined);
    if (closed) return;
    onTrouble(error);
    retry = setTimeout(() => void connect(), retryMs);
  };

  const connect = async (): Promise<void> => {
    const fresh = newClient(connection);
    client = fresh;
    fresh.on('error', (error) => broken(fresh, error));
    fresh.on('end', () => broken(fresh, new Error('Database listener connection closed')));
    fresh.on('notification', ({ channel, payload = '' }) => news.notified(channel, payload));
    try {
      await fresh.connect();
      await listenOn(fresh, channels);
      if (client !== fresh) return;
      live = true;
      pulsing = setInterval(() => {
        pulse(fresh).catch((error: unknown) => broken(fresh, error));
      }, pulseMs);
      news.live();
    } catch (error) {
      broken(fresh, error);
    }
  };
  void connect();

  return {
    isLive: () => live,
    close: async () => {
      closed = true;
      clearTimeout(retry);
      clearInterval(pulsing);
      await client?.end().catch(() => undefined);
    },
  };
}
