import type { Socket } from 'node:net';
import { TLSSocket, createSecureContext, type TlsOptions } from 'node:tls';

/** IMAP (RFC 9051) and POP3 (RFC 1939), as far as it takes to be measured. */
export interface MailAccess {
  readonly protocol: 'imap' | 'pop3';
  readonly host: string;
  readonly tls: TlsOptions;
  /** Vulnerable: commands sent in cleartext after STARTTLS are answered within TLS (CVE-2011-0411). */
  readonly injectable?: boolean;
}

const maxLineBytes = 4096;
const idleMs = 30_000;

/** Speaks the protocol on a connection; nobody can log in. */
export function serveMailAccess(socket: Socket, server: MailAccess, injected: string | undefined = undefined): void {
  const isEncrypted = injected !== undefined;
  let pending = injected ?? '';
  if (!isEncrypted) socket.write(greeting(server));
  socket.setTimeout(idleMs, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('data', receive);
  // A TLS socket holds this back until its handshake is done.
  if (pending !== '') answerPending();

  function receive(chunk: Buffer): void {
    pending += chunk.toString('latin1');
    if (pending.length > maxLineBytes) return void socket.destroy();
    answerPending();
  }

  function answerPending(): void {
    for (let end = pending.indexOf('\n'); end !== -1; end = pending.indexOf('\n')) {
      const line = pending.slice(0, end).trim();
      pending = pending.slice(end + 1);
      const { reply, next } = answer(server, line, isEncrypted);
      socket.write(reply);
      if (next === 'close') return void socket.end();
      if (next === 'upgrade') return upgrade();
    }
  }

  function upgrade(): void {
    socket.off('data', receive);
    const secured = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(server.tls) });
    serveMailAccess(secured, server, server.injectable === true ? pending : '');
  }
}

interface Answer {
  readonly reply: string;
  readonly next?: 'upgrade' | 'close';
}

function greeting({ protocol, host }: MailAccess): string {
  return protocol === 'imap'
    ? `* OK [CAPABILITY IMAP4rev1 STARTTLS LOGINDISABLED] ${host} ready.\r\n`
    : `+OK ${host} ready.\r\n`;
}

function answer({ protocol }: MailAccess, line: string, isEncrypted: boolean): Answer {
  return protocol === 'imap' ? imapAnswer(line, isEncrypted) : pop3Answer(line, isEncrypted);
}

function imapAnswer(line: string, isEncrypted: boolean): Answer {
  const [tag = '*', verb = ''] = line.split(' ');
  const capabilities = isEncrypted ? 'IMAP4rev1 AUTH=PLAIN' : 'IMAP4rev1 STARTTLS LOGINDISABLED';
  switch (verb.toUpperCase()) {
    case 'CAPABILITY':
      return { reply: `* CAPABILITY ${capabilities}\r\n${tag} OK Capability completed.\r\n` };
    case 'NOOP':
      return { reply: `${tag} OK NOOP completed.\r\n` };
    case 'STARTTLS':
      return isEncrypted
        ? { reply: `${tag} BAD Already in TLS.\r\n` }
        : { reply: `${tag} OK Begin TLS negotiation now.\r\n`, next: 'upgrade' };
    case 'LOGOUT':
      return { reply: `* BYE Logging out\r\n${tag} OK Logout completed.\r\n`, next: 'close' };
    default:
      return { reply: `${tag} BAD Unknown command.\r\n` };
  }
}

function pop3Answer(line: string, isEncrypted: boolean): Answer {
  switch (line.toUpperCase()) {
    case 'CAPA':
      return { reply: `+OK\r\n${isEncrypted ? '' : 'STLS\r\n'}UIDL\r\nSASL PLAIN\r\n.\r\n` };
    case 'NOOP':
      return { reply: '+OK\r\n' };
    case 'STLS':
      return isEncrypted
        ? { reply: '-ERR Already in TLS.\r\n' }
        : { reply: '+OK Begin TLS negotiation.\r\n', next: 'upgrade' };
    case 'QUIT':
      return { reply: '+OK Logging out.\r\n', next: 'close' };
    default:
      return { reply: '-ERR Unknown command.\r\n' };
  }
}
