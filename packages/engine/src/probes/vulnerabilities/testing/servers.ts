import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Socket } from 'node:net';
import { type TlsOptions, createSecureContext, createServer, TLSSocket } from 'node:tls';
import { signCertificate } from '@perimeter/lab/pki/certificate';
import type { FakeBehaviour } from '@perimeter/lab/fakes/behaviour';
import { serveFakeTls } from '@perimeter/lab/fakes/fake-tls';
import { flaws } from '@perimeter/lab/fakes/flaws.data';
import { dayMs } from '@perimeter/protocols/durations';
import type { LocalServer } from '../../../tls/testing/local-server.ts';
import { listening, startRaw } from '../../../tls/testing/servers.ts';

/** A key and a certificate for one name. */
export interface LocalIdentity {
  privateKey: KeyObject;
  der: Buffer;
  key: string;
  cert: string;
}

/** A self-signed certificate with a new RSA key. */
export function identityFor(name: string): LocalIdentity {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const [notBefore, notAfter] = [new Date(Date.now() - dayMs), new Date(Date.now() + dayMs)];
  const content = { commonName: name, publicKey, notBefore, notAfter, role: 'server', dnsNames: [name] } as const;
  const der = signCertificate(content, { commonName: name, key: privateKey });
  const cert = `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`;
  return { privateKey, der, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert };
}

const identity = identityFor('server.test');

const page = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** The platform's OpenSSL, by default with an RSA key, as a web server that answers everything with one page. */
export const startOpen = (options: TlsOptions = {}): Promise<LocalServer> =>
  listening(
    createServer(
      { key: identity.key, cert: identity.cert, ciphers: 'DEFAULT@SECLEVEL=0', minVersion: 'TLSv1', ...options },
      (socket) => socket.on('error', () => {}).on('data', () => socket.write(page)),
    ).on('tlsClientError', () => {}),
  );

/** A simulated server of the lab by name, or with a given behaviour. */
export function startFake(flaw: string | FakeBehaviour): Promise<LocalServer> {
  const behaviour = typeof flaw === 'string' ? flaws.find(({ name }) => name === flaw)?.behaviour : flaw;
  if (behaviour === undefined) throw new Error(`No fake is called ${String(flaw)}`);
  return startRaw((socket) => serveFakeTls(socket, behaviour, { chain: [identity.der], key: identity.privateKey }));
}

/** A plain server that reads a request and answers with this text. */
export const startText = (answer: string): Promise<LocalServer> =>
  startRaw((socket) => {
    socket.once('data', () => socket.end(answer, 'latin1'));
  });

/** How a mail server treats data after the command that starts TLS. */
export type Pipelining = 'dropped' | 'answered-inside' | 'answered-in-clear' | 'refused';

interface MailDialect {
  greeting: string;
  upgrade: RegExp;
  agreed: string;
  refused: string;
  answer: (line: string) => string;
}

const dialects: Readonly<Record<'imap' | 'pop3', MailDialect>> = {
  imap: {
    greeting: '* OK ready\r\n',
    upgrade: /^\S+ STARTTLS$/,
    agreed: 'p1 OK begin\r\n',
    refused: 'p1 BAD unknown\r\n',
    answer: (line) => `${line.split(' ')[0] ?? '*'} OK done\r\n`,
  },
  pop3: {
    greeting: '+OK ready\r\n',
    upgrade: /^STLS$/,
    agreed: '+OK begin\r\n',
    refused: '-ERR unknown\r\n',
    answer: () => '+OK list\r\nSTLS\r\n.\r\n',
  },
};

function serveInside(socket: Socket, dialect: MailDialect, leftOver: readonly string[]): void {
  const secureContext = createSecureContext({ key: identity.key, cert: identity.cert });
  const secure = new TLSSocket(socket, { isServer: true, secureContext });
  const answerAll = (lines: readonly string[]): void => {
    for (const line of lines) secure.write(dialect.answer(line));
  };
  secure.on('error', () => {});
  secure.on('secure', () => answerAll(leftOver));
  secure.on('data', (bytes: Buffer) => answerAll(bytes.toString('latin1').trim().split('\r\n')));
}

/** A mail server with a greeting, an upgrade, and one answer to everything else. */
export function startMail(protocol: 'imap' | 'pop3', pipelining: Pipelining): Promise<LocalServer> {
  const dialect = dialects[protocol];
  return startRaw((socket) => {
    socket.write(dialect.greeting);
    socket.once('data', (bytes: Buffer) => {
      const [first = '', ...others] = bytes.toString('latin1').trim().split('\r\n');
      if (!dialect.upgrade.test(first) || pipelining === 'refused') return void socket.write(dialect.refused);
      const inClear = pipelining === 'answered-in-clear' ? others.map(dialect.answer).join('') : '';
      socket.write(dialect.agreed + inClear);
      serveInside(socket, dialect, pipelining === 'answered-inside' ? others : []);
    });
  });
}
