import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { labTest, sideBySide } from '../../harness.ts';
import { endpoint } from '../../hosts/endpoints.ts';
import { exposedServices, type ExposedService } from '../../hosts/exposed.data.ts';
import { octets } from './fake.ts';

/** How long an answer that is expected is waited for: longer than a busy daemon takes. */
const answerMs = 30_000;
/** The same, where none is expected. */
const silenceMs = 4_000;
/** Milliseconds for a service that speaks first; a daemon that resolves names is slower. */
const quietMs = 300;

/** Octets as the table writes them. */
const visible = (heard: Buffer): string =>
  [...heard.toString('latin1')]
    .map((octet) => (/[\r\n\t -~]/.test(octet) ? octet : `<${octet.charCodeAt(0).toString(16).padStart(2, '0')}>`))
    .join('');

/**
 * What a client receives: waits for a greeting, sends the request, and listens until the expected answer, the end, or
 * the time-out.
 */
function heardFrom(socket: Socket, { ask }: ExposedService, expected: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = '';
    const longestMs = expected.test('') ? (ask === undefined ? quietMs : silenceMs) : answerMs;
    const timer = setTimeout(() => finish(), longestMs);
    const asking = setTimeout(() => ask !== undefined && socket.write(octets(ask)), quietMs);
    const finish = (): void => {
      clearTimeout(timer);
      clearTimeout(asking);
      socket.destroy();
      resolve(heard);
    };
    socket.on('data', (chunk: Buffer) => {
      heard += visible(chunk);
      if (!expected.test('') && expected.test(heard)) finish();
    });
    socket.on('end', finish);
    socket.on('error', (error) => {
      finish();
      reject(error);
    });
  });
}

function heardByUdp(address: string, { port, ask = '' }: ExposedService, expected: RegExp): Promise<string | null> {
  const socket = createSocket('udp4');
  return new Promise((resolve, reject) => {
    const finish = (heard: string | null): void => {
      clearTimeout(timer);
      socket.close();
      resolve(heard);
    };
    const timer = setTimeout(() => finish(null), expected.test('') ? silenceMs : answerMs);
    socket.on('message', (datagram) => finish(visible(datagram)));
    socket.on('error', reject);
    socket.send(octets(ask), port, address);
  });
}

sideBySide(
  'services answer as the table says',
  () => {
    for (const service of exposedServices) {
      const { host, name, port, isOpen, udp, tls } = service;
      labTest(
        `${name} of ${host}`,
        async () => {
          const { address } = endpoint(host);
          const expected = isOpen ? service.open : (service.guarded ?? /^$/);
          const heard =
            udp === true
              ? await heardByUdp(address, service, expected)
              : await heardFrom(
                  tls === true
                    ? connectTls({ host: address, port, rejectUnauthorized: false })
                    : connect({ host: address, port }),
                  service,
                  expected,
                );
          assert.match(heard ?? '', expected, JSON.stringify(heard));
        },
        service.daemons,
      );
    }
  },
  12,
);
