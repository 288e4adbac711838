import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';

/** A mail server that accepts and stores every message. */
export interface SmtpServer {
  url: string;
  /** The next unread message; waits for it if necessary. */
  next: () => Promise<string>;
  /** Received commands, each with whether it came over TLS. */
  heard: { command: string; overTls: boolean }[];
  close: () => Promise<void>;
}

/** When TLS begins: never, with the connection (RFC 8314 section 3.3), or after STARTTLS (RFC 3207). */
export interface SmtpSecurity {
  begins: 'never' | 'at once' | 'on STARTTLS';
  key?: string;
  cert?: string;
}

/** The state of one connection. */
interface Dialogue {
  security: SmtpSecurity;
  take: (message: string) => void;
  heard: SmtpServer['heard'];
}

function converse(socket: Socket, conversation: Dialogue, greets = true): void {
  const { security, take, heard } = conversation;
  const overTls = socket instanceof TLSSocket;
  let text = '';
  let isData = false;
  const answer = (line: string): void => void socket.write(`${line}\r\n`);
  const startTls = (): void => {
    answer('220 Go on');
    socket.removeAllListeners('data');
    const { key = '', cert = '' } = security;
    converse(new TLSSocket(socket, { isServer: true, key, cert }), conversation, false);
  };
  const obey = (command: string): void => {
    heard.push({ command, overTls });
    if (/^ehlo /i.test(command)) {
      const offered = [...(security.begins === 'on STARTTLS' && !overTls ? ['STARTTLS'] : []), 'AUTH PLAIN'];
      for (const [n, name] of offered.entries()) answer(`250${n === offered.length - 1 ? ' ' : '-'}${name}`);
    } else if (/^starttls$/i.test(command)) startTls();
    else if (/^auth plain /i.test(command)) answer('235 Known');
    else if (/^data$/i.test(command)) {
      isData = true;
      answer('354 Go on');
    } else answer(/^quit$/i.test(command) ? '221 Bye' : '250 Yes');
  };
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
      } else obey(part);
    }
  });
  if (greets) answer('220 test');
}

/** Starts the server on loopback. */
export async function smtpServer(security: SmtpSecurity = { begins: 'never' }): Promise<SmtpServer> {
  const messages: string[] = [];
  const heard: SmtpServer['heard'] = [];
  let wake = (): void => undefined;
  const take = (message: string): void => {
    messages.push(message);
    wake();
  };
  const { begins, key = '', cert = '' } = security;
  const greet = (socket: Socket): void => converse(socket, { security, take, heard });
  const server = begins === 'at once' ? createTlsServer({ key, cert }, greet) : createServer(greet);
  server.on('tlsClientError', () => undefined);
  const port = await takeFreePort(server);
  return {
    url: `${begins === 'at once' ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    heard,
    next: async () => {
      for (;;) {
        const message = messages.shift();
        // Decode soft line breaks (RFC 2045 section 6.7).
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
