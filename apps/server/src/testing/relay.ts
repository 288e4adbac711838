import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';

/** A relay on loopback in front of a server, which can drop data without closing connections. */
export interface Relay {
  port: number;
  /** From now on open connections transfer nothing in either direction; new ones work. */
  silenceOpen: () => void;
  /** Closes open connections; new ones work. */
  cutOpen: () => void;
  close: () => Promise<void>;
}

/** Relays to a Unix socket or a loopback port. */
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
