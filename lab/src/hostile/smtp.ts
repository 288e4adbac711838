import type { Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { FakeIdentity } from '../fakes/behaviour.ts';
import { afterRequest, drip, flood, type Hostility } from './hostility.ts';

const pem = (der: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`;

/** Greets and offers STARTTLS correctly, then attacks. */
function afterStartTls(act: (socket: Socket, identity: () => FakeIdentity) => void): Hostility['serve'] {
  return (socket, identity) => {
    socket.write('220 hostile ESMTP\r\n');
    const answer = (line: Buffer): void => {
      if (!/^starttls/i.test(line.toString('latin1'))) return void socket.write('250-hostile\r\n250 STARTTLS\r\n');
      socket.off('data', answer);
      socket.write('220 go\r\n');
      act(socket, identity);
    };
    socket.on('data', answer);
  };
}

/** The same after a sound handshake. */
const insideTls = (act: (socket: Socket) => void): Hostility['serve'] =>
  afterStartTls((socket, identity) => {
    const { chain, key } = identity();
    const secureContext = createSecureContext({
      key: key.export({ type: 'pkcs8', format: 'pem' }),
      cert: chain.map(pem).join(''),
    });
    const secured = new TLSSocket(socket, { isServer: true, secureContext });
    secured.on('error', () => secured.destroy());
    act(secured);
  });

const afterEhlo = (act: (socket: Socket) => void): Hostility['serve'] => {
  const listen = afterRequest(act);
  return (socket, identity) => {
    socket.write('220 hostile ESMTP\r\n');
    listen(socket, identity);
  };
};

/** The header of a 16 KiB handshake record that is never completed. */
const recordHead = Buffer.from([22, 3, 3, 0x40, 0]);

/** Hostile mail servers by name. */
export const smtpHostilities: Readonly<Record<string, Hostility>> = {
  'smtp-banner': {
    layer: 'smtp',
    what: 'An endless greeting',
    serve: (socket) => flood(socket, (n) => `220-line ${n}\r\n`),
  },
  'smtp-drip': {
    layer: 'smtp',
    what: 'A greeting, one byte every 200 ms',
    serve: (socket) => drip(socket, Buffer.from('220-'), 200),
  },
  'smtp-silent': { layer: 'smtp', what: 'No greeting at all', serve: (socket) => void socket.resume() },
  'smtp-long-line': {
    layer: 'smtp',
    what: 'An endless greeting line',
    serve: (socket) => flood(socket, () => 'x'.repeat(65_536)),
  },
  'smtp-capabilities': {
    layer: 'smtp',
    what: 'Endless capabilities',
    serve: (socket, identity) => {
      socket.write('220 hostile ESMTP\r\n');
      afterRequest((connection) => flood(connection, (n) => `250-X-CAPABILITY-${n}\r\n`))(socket, identity);
    },
  },
  'smtp-starttls-injection': {
    layer: 'smtp',
    what: 'Offers STARTTLS and answers it with clear text',
    serve: (socket) => {
      socket.write('220 hostile ESMTP\r\n');
      socket.on('data', (line: Buffer) =>
        socket.write(
          /^starttls/i.test(line.toString('latin1'))
            ? '220 go\r\n250 in the clear\r\n'
            : '250-hostile\r\n250 STARTTLS\r\n',
        ),
      );
    },
  },
  'smtp-refuses': {
    layer: 'smtp',
    what: '421 to everybody',
    serve: (socket) => void socket.end('421 4.7.0 Too many connections, come back later\r\n'),
  },
  'smtp-at-once': { layer: 'smtp', what: 'Ends as soon as it is connected', serve: (socket) => void socket.end() },
  'smtp-reset': {
    layer: 'smtp',
    what: 'Resets in place of a greeting',
    serve: (socket) => void setTimeout(() => socket.resetAndDestroy(), 50),
  },
  'smtp-controls': {
    layer: 'smtp',
    what: 'A greeting of control characters and escape sequences',
    serve: (socket) => {
      socket.write(Buffer.from('220 \u001b]0;pwned\u0007\u0000\u009b31m\u202e<script>alert(1)</script>\r\n', 'latin1'));
      socket.on('data', () => socket.write('250 \u001b[2J\r\n'));
    },
  },
  'smtp-bare-cr': {
    layer: 'smtp',
    what: 'Endless lines that end with CR alone',
    serve: (socket) => flood(socket, () => '220-x\r'),
  },
  'smtp-codes': {
    layer: 'smtp',
    what: 'A reply whose code changes',
    serve: (socket) => void socket.write('220-a\r\n550 b\r\n'),
  },
  'smtp-http': {
    layer: 'smtp',
    what: 'Speaks HTTP',
    serve: (socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
  },
  'smtp-replies': {
    layer: 'smtp',
    what: 'Endless replies that nobody asked for',
    serve: (socket) => flood(socket, (n) => (n === 0 ? '220 hostile\r\n' : '250 STARTTLS\r\n')),
  },
  'smtp-ehlo-silent': { layer: 'smtp', what: 'No reply to EHLO', serve: afterEhlo((socket) => void socket.resume()) },
  'smtp-ehlo-drip': {
    layer: 'smtp',
    what: 'A reply to EHLO, one byte every 200 ms',
    serve: afterEhlo((socket) => drip(socket, Buffer.from('250-x'), 200)),
  },
  'smtp-tls-silent': {
    layer: 'smtp',
    what: 'Silence in place of a handshake',
    serve: afterStartTls((socket) => void socket.resume()),
  },
  'smtp-tls-flood': {
    layer: 'smtp',
    what: 'Endless bytes in place of a handshake',
    serve: afterStartTls((socket) => flood(socket, () => Buffer.alloc(16_384, 0x16))),
  },
  'smtp-tls-drip': {
    layer: 'smtp',
    what: 'A handshake record, one byte every 200 ms',
    serve: afterStartTls((socket) => drip(socket, recordHead, 200)),
  },
  'smtp-tls-http': {
    layer: 'smtp',
    what: 'HTTP in place of a handshake',
    serve: afterStartTls((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
  },
  'smtp-inside-silent': {
    layer: 'smtp',
    what: 'Silence inside TLS',
    serve: insideTls((socket) => void socket.resume()),
  },
  'smtp-inside-flood': {
    layer: 'smtp',
    what: 'Endless capabilities inside TLS',
    serve: insideTls((socket) => flood(socket, () => '250-X-CAPABILITY\r\n'.repeat(500))),
  },
  'smtp-inside-drip': {
    layer: 'smtp',
    what: 'A reply inside TLS, one byte every 200 ms',
    serve: insideTls((socket) => drip(socket, Buffer.from('250-x'), 200)),
  },
  'smtp-inside-reset': {
    layer: 'smtp',
    what: 'A reset inside TLS',
    serve: insideTls((socket) => void socket.once('data', () => socket.destroy())),
  },
  'smtp-never-ends': {
    layer: 'smtp',
    what: 'Goes on after QUIT, without end',
    serve: (socket) => {
      socket.write('220 hostile ESMTP\r\n');
      socket.on('data', (line: Buffer) => {
        if (/^quit/i.test(line.toString('latin1'))) flood(socket, () => '221 no\r\n'.repeat(1_000));
        else socket.write('250 hostile\r\n');
      });
    },
  },
};
