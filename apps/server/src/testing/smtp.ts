import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';

/** A mail server of its own that takes every message and keeps it. */
export interface SmtpServer {
  url: string;
  /** The next message that has not been asked for, waiting for it if need be. */
  next: () => Promise<string>;
  close: () => Promise<void>;
}

function converse(socket: Socket, take: (message: string) => void): void {
  let text = '';
  let isData = false;
  const answer = (line: string): void => void socket.write(`${line}\r\n`);
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    for (
      let end = text.indexOf(isData ? '\r\n.\r\n' : '\r\n');
      end !== -1;
      end = text.indexOf(isData ? '\r\n.\r\n' : '\r\n')
    ) {
      const part = text.slice(0, end);
      text = text.slice(end + (isData ? 5 : 2));
      if (isData) {
        take(part);
        isData = false;
        answer('250 Taken');
      } else if (/^data$/i.test(part)) {
        isData = true;
        answer('354 Go on');
      } else answer(/^quit$/i.test(part) ? '221 Bye' : '250 Yes');
    }
  });
  answer('220 test');
}

/** Starts it on loopback. */
export async function smtpServer(): Promise<SmtpServer> {
  const messages: string[] = [];
  let wake = (): void => undefined;
  const server = createServer((socket) =>
    converse(socket, (message) => {
      messages.push(message);
      wake();
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    next: async () => {
      for (;;) {
        const message = messages.shift();
        // Lines that were broken for the way are put together again (RFC 2045 section 6.7).
        if (message !== undefined) return message.replace(/=\r\n/g, '').replace(/=3D/g, '=');
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        await promise;
      }
    },
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
