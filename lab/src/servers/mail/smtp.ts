import type { Socket } from 'node:net';
import { TLSSocket, createSecureContext, type TlsOptions } from 'node:tls';

/** What a mail server says of itself and can do. */
export interface MailServer {
  readonly host: string;
  readonly banner: string;
  /** Lines of the EHLO answer after the first; STARTTLS is added when `tls` is there and not yet in use. */
  readonly capabilities: readonly string[];
  readonly tls?: TlsOptions;
  /** Vulnerable: commands sent in cleartext after STARTTLS are answered within TLS (CVE-2011-0411). */
  readonly injectable?: boolean;
  /** In place of the banner, as it goes on the wire; nothing: no greeting at all. */
  readonly greeting?: string;
  readonly greetAfterMs?: number;
  /** The greeting comes this slowly. */
  readonly bytesPerSecond?: number;
  /** Replies by command, in place of the usual ones. */
  readonly replies?: Readonly<Record<string, string>>;
  /** Sent in place of a handshake. */
  readonly insteadOfTls?: string;
}

const maxLineBytes = 4096;
const idleMs = 30_000;

/** Speaks enough SMTP (RFC 5321) to be measured; accepts no mail. */
export function serveSmtp(socket: Socket, server: MailServer, injected: string | undefined = undefined): void {
  const encrypted = injected !== undefined;
  let pending = injected ?? '';
  if (!encrypted) greet(socket, server);
  socket.setTimeout(idleMs, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('data', receive);
  if (pending !== '') receive(Buffer.alloc(0));

  function receive(chunk: Buffer): void {
    pending += chunk.toString('latin1');
    if (pending.length > maxLineBytes) return void socket.destroy();
    for (let end = pending.indexOf('\n'); end !== -1; end = pending.indexOf('\n')) {
      const line = pending.slice(0, end).trim();
      pending = pending.slice(end + 1);
      if (isStartTls(line)) return startTls();
      socket.write(reply(line, server, encrypted));
      if (/^quit$/i.test(line)) return void socket.end();
    }
  }

  function isStartTls(line: string): boolean {
    return (
      /^starttls$/i.test(line) && server.tls !== undefined && !encrypted && server.replies?.['STARTTLS'] === undefined
    );
  }

  /** A sound server discards data sent in cleartext after STARTTLS (RFC 3207 section 4.2). */
  function startTls(): void {
    socket.off('data', receive);
    socket.write('220 2.0.0 Ready to start TLS\r\n');
    if (server.insteadOfTls !== undefined) {
      const { insteadOfTls } = server;
      return void socket.once('data', () => socket.end(insteadOfTls));
    }
    const secured = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(server.tls) });
    serveSmtp(secured, server, server.injectable === true ? pending : '');
  }
}

function greet(
  socket: Socket,
  { banner, greeting = `220 ${banner}\r\n`, greetAfterMs, bytesPerSecond }: MailServer,
): void {
  if (greetAfterMs !== undefined) {
    const timer = setTimeout(() => socket.write(greeting), greetAfterMs);
    return void socket.once('close', () => clearTimeout(timer));
  }
  if (bytesPerSecond === undefined) {
    if (greeting !== '') socket.write(greeting);
    if (/^[45]/.test(greeting)) socket.end();
    return;
  }
  let sent = 0;
  const timer = setInterval(() => socket.write(greeting.charAt(sent++ % greeting.length)), 1_000 / bytesPerSecond);
  socket.once('close', () => clearInterval(timer));
}

function reply(line: string, server: MailServer, encrypted: boolean): string {
  const verb = line.split(' ')[0]?.toUpperCase() ?? '';
  const own = server.replies?.[verb];
  if (own !== undefined) return own;
  if (verb === 'EHLO') return ehlo(server, encrypted);
  return replies[verb] ?? '502 5.5.1 Command not implemented\r\n';
}

const replies: Readonly<Record<string, string>> = {
  HELO: '250 Hello\r\n',
  NOOP: '250 2.0.0 OK\r\n',
  RSET: '250 2.0.0 OK\r\n',
  MAIL: '250 2.1.0 OK\r\n',
  RCPT: '554 5.7.1 Relay access denied\r\n',
  DATA: '554 5.5.1 No valid recipients\r\n',
  VRFY: '252 2.0.0 Cannot verify\r\n',
  STARTTLS: '502 5.5.1 Command not implemented\r\n',
  QUIT: '221 2.0.0 Bye\r\n',
};

function ehlo({ host, capabilities, tls }: MailServer, encrypted: boolean): string {
  const offered = tls !== undefined && !encrypted ? [...capabilities, 'STARTTLS'] : capabilities;
  const lines = [host, ...offered];
  return lines.map((text, index) => `250${index === lines.length - 1 ? ' ' : '-'}${text}\r\n`).join('');
}
