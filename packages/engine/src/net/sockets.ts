import type { Socket } from 'node:net';

/** The sockets of an audit: all end with it, and their bytes are counted together. */
export function trackSockets(signal: AbortSignal) {
  const sockets = new Set<Socket>();
  let opened = 0;
  let closedBytes = 0;
  const destroyAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  signal.addEventListener('abort', destroyAll, { once: true });
  return {
    add: (socket: Socket, release: () => void): void => {
      opened += 1;
      sockets.add(socket);
      socket.once('close', () => {
        sockets.delete(socket);
        closedBytes += socket.bytesRead;
        release();
      });
    },
    bytesRead: (): number => [...sockets].reduce((sum, socket) => sum + socket.bytesRead, closedBytes),
    get opened() {
      return opened;
    },
  };
}
