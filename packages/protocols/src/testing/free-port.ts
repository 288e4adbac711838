import { createSocket, type Socket as Datagrams } from 'node:dgram';
import { once } from 'node:events';
import type { Server } from 'node:net';

/** Lets a server listen on a port of loopback, or of another address, that the system gives, and returns the port when it does. */
export async function takeFreePort(server: Server | Datagrams, host = '127.0.0.1'): Promise<number> {
  const heard = once(server, 'listening');
  if ('bind' in server) server.bind(0, host);
  else server.listen(0, host);
  await heard;
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The server has no port');
  return bound.port;
}

/** This many ports in a row that are free for connections but taken for datagrams are no coincidence. */
const pairTries = 20;

/** The same with datagrams at the same port: where that is taken for them, both get another one. */
export async function takeFreePair(
  server: Server,
  host = '127.0.0.1',
): Promise<{ port: number; datagrams: Datagrams }> {
  for (let triesLeft = pairTries; ; triesLeft -= 1) {
    const port = await takeFreePort(server, host);
    const datagrams = createSocket(host.includes(':') ? 'udp6' : 'udp4');
    try {
      const heard = once(datagrams, 'listening');
      datagrams.bind(port, host);
      await heard;
      return { port, datagrams };
    } catch (error) {
      datagrams.close();
      server.close();
      await once(server, 'close');
      if (triesLeft === 0) throw error;
    }
  }
}
