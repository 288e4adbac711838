import type { Socket } from 'node:net';
import type { Http } from '../http/http.ts';

const sweepMs = 200;

/** While closing, each answer ends its connection, and idle connections are closed. */
export function addDraining(http: Http, onClosing: () => void): void {
  const open = new Set<Socket>();
  let closing = false;
  http.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  // Node.js does not count a connection that never sent a request as idle: opened in advance by a browser, it would
  // delay the stop by a minute.
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
