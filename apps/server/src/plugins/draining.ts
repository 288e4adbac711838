import type { Socket } from 'node:net';
import type { Http } from '../http/http.ts';

const sweepMs = 200;

/** From the moment of closing, each answer is the last of its connection, and connections that only wait are ended. */
export function addDraining(http: Http, onClosing: () => void): void {
  const open = new Set<Socket>();
  let closing = false;
  http.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  // To Node a connection that never asked for anything is not idle: opened ahead of need, it would hold up the end for a minute.
  const sweep = (): void => {
    http.server.closeIdleConnections();
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
  http.addHook('preClose', async () => {
    closing = true;
    onClosing();
    const timer = setInterval(sweep, sweepMs);
    http.server.once('close', () => clearInterval(timer));
  });
  http.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });
}
