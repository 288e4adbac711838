import { afterRequest, drip, flood, type Hostility } from './hostility.ts';

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
};
