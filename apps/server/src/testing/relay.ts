import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';

/** A relay on loopback in front of a server, which can swallow what passes without closing anything. */
export interface Relay {
  port: number;
  /** From now on nothing of the connections that are open passes in either direction; new ones pass. */
  silenceOpen: () => void;
  /** Connections that are open end; new ones pass. */
  cutOpen: () => void;
  close: () => Promise<void>;
}

/** Relays to a Unix socket or to a port of loopback. */
export async function startRelay(to: { path: string } | { port: number }): Promise<Relay> {
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createServer((near) => {
    const far = 'path' in to ? connect(to.path) : connect(to.port, '127.0.0.1');
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const socket of pair) socket.on('error', () => undefined);
    near.pipe(far).pipe(near);
    near.once('close', () => {
      far.destroy();
      pairs.delete(pair);
    });
    far.once('close', () => near.destroy());
  });
  const port = await takeFreePort(server);
  return {
    port,
    silenceOpen: () => {
      for (const [near, far] of pairs) {
        for (const socket of [near, far]) socket.unpipe().removeAllListeners('data').resume();
      }
    },
    cutOpen: () => {
      for (const pair of pairs) for (const socket of pair) socket.destroy();
    },
    close: async () => {
      server.close();
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      await once(server, 'close');
    },
  };
}
