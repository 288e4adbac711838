import assert from 'node:assert/strict';
import { type Socket, connect } from 'node:net';
import { test } from 'node:test';
import type { SecureVersion } from 'node:tls';
import { fc } from '@perimeter/protocols/testing/random';
import { contentTypes } from '@perimeter/protocols/tls/records/record';
import { type Offer, type OfferedVersion, helloOf } from './hello/legacy-hello.ts';
import { openRecordClient } from './record-client.ts';
import { startHandshake, isFailure } from './first-flight.ts';
import { complete, completeResumed } from './handshake.ts';
import { startRaw } from '../testing/servers.ts';
import { serverCertificate } from '@perimeter/protocols/tls/testing/server-certificate.data';
import { detailOf } from '../../evidence/failure-text.ts';
import { startOpen } from '../../probes/vulnerabilities/testing/servers.ts';

const never = new AbortController().signal;
const dial = (port: number): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.on('error', () => {});
  });

const names: Readonly<Record<string, SecureVersion>> = {
  'TLSv1.0': 'TLSv1',
  'TLSv1.1': 'TLSv1.1',
  'TLSv1.2': 'TLSv1.2',
};

async function shake(port: number, offer: Partial<Offer> & Pick<Offer, 'version' | 'suites'>) {
  const client = openRecordClient(await dial(port), never);
  const flight = await startHandshake(client, helloOf({ serverName: 'server.test', ...offer }));
  if (isFailure(flight)) return flight;
  const session = await complete(client, flight);
  if (isFailure(session)) return session;
  client.write(client.encode(contentTypes.applicationData, new TextEncoder().encode('hello')));
  const received = await client.receive(60_000);
  client.close();
  return { session, received };
}

/** The client has no certificate, and must say so at the right place. */
const asksForCertificate = { requestCert: true, rejectUnauthorized: false } as const;

/** Suites by the key that the server needs. */
const rsaSuites = [0x002f, 0x0035, 0x0041, 0x0084, 0xc013, 0xc014, 0x0033];
const rsaSuites12 = [0x003c, 0x003d, 0x009c, 0x009d, 0xc027, 0xc028, 0xc02f, 0xc030, 0x009e];
const ecdsaSuites = [0xc009, 0xc00a];
const ecdsaSuites12 = [0xc023, 0xc024, 0xc02b, 0xc02c];

async function assertSpoken(port: number, version: OfferedVersion, suites: readonly number[]): Promise<void> {
  for (const suite of suites) {
    const result = await shake(port, { version, suites: [suite] });
    assert.ok(!('reason' in result), `${version} ${suite.toString(16)}: ${JSON.stringify(result)}`);
    assert.equal(result.session.flight.hello.suite, suite);
    assert.equal(result.received.kind, 'data', `${version} ${suite.toString(16)}`);
  }
}

for (const version of ['TLSv1.0', 'TLSv1.1', 'TLSv1.2'] as const) {
  test(`OpenSSL completes ${version} with every supported suite, and accepts data`, async () => {
    const options = {
      ciphers: 'ALL:@SECLEVEL=0',
      minVersion: names[version],
      maxVersion: names[version],
      dhparam: 'auto',
    };
    const isNew = version === 'TLSv1.2';
    const rsa = await startOpen({ ...options, ...asksForCertificate });
    const ecdsa = await startOpen({ ...options, ...serverCertificate });
    await assertSpoken(rsa.port, version, isNew ? [...rsaSuites, ...rsaSuites12] : rsaSuites);
    await assertSpoken(ecdsa.port, version, isNew ? [...ecdsaSuites, ...ecdsaSuites12] : ecdsaSuites);
    rsa.close();
    ecdsa.close();
  });
}

test('a ticket is resumed with our own session id', async () => {
  const server = await startOpen({ maxVersion: 'TLSv1.2' });
  const suites = [0xc02f];
  const first = await shake(server.port, { version: 'TLSv1.2', suites, ticket: new Uint8Array(0) });
  assert.ok(!('reason' in first));
  const { ticket } = first.session;
  assert.ok(ticket !== null);
  const sessionId = new Uint8Array(16).fill(3);
  const client = openRecordClient(await dial(server.port), never);
  const flight = await startHandshake(
    client,
    helloOf({ version: 'TLSv1.2', suites, serverName: 'server.test', ticket, sessionId }),
  );
  assert.ok(!isFailure(flight) && flight.resumed);
  assert.deepEqual(flight.hello.sessionId, sessionId);
  const resumed = await completeResumed(client, flight, first.session);
  assert.ok(!isFailure(resumed) && resumed.resumed);
  client.write(client.encode(contentTypes.applicationData, new TextEncoder().encode('hello')));
  assert.equal((await client.receive(60_000)).kind, 'data');
  client.close();
  server.close();
});

test('a version or suite that is refused is a failure with the alert', async () => {
  const server = await startOpen({ maxVersion: 'TLSv1.2' });
  const result = await shake(server.port, { version: 'TLSv1.2', suites: [0xc02b] });
  assert.ok('reason' in result && result.reason === 'tls');
  assert.match(detailOf(result), /alert 40 handshake_failure/);
  server.close();
});

const garbage: readonly (readonly [string, Uint8Array, RegExp])[] = [
  ['text', new TextEncoder().encode('220 mail ready\r\n'), /not TLS/],
  ['a message that is not due', Uint8Array.of(22, 3, 3, 0, 4, 14, 0, 0, 0), /before ServerHello/],
  ['a message without an end', Uint8Array.of(22, 3, 3, 0, 4, 2, 255, 255, 255), /Handshake message of/],
  ['an alert of three bytes', Uint8Array.of(21, 3, 3, 0, 3, 2, 40, 0), /Alert of 3 bytes/],
];

for (const [what, bytes, expected] of garbage) {
  test(`${what} in place of a ServerHello is a failure`, async () => {
    const server = await startRaw((socket) => socket.end(bytes));
    const result = await shake(server.port, { version: 'TLSv1.2', suites: [0x002f] });
    assert.ok('reason' in result);
    assert.match(detailOf(result), expected);
    server.close();
  });
}

test('an endless answer is read only up to the limit', async () => {
  const filler = new Uint8Array(64 * 1024);
  const server = await startRaw((socket) => {
    const flood = (): void => {
      if (!socket.destroyed)
        socket.write(Buffer.concat([Uint8Array.of(23, 3, 3, 64, 0), filler.subarray(0, 16_384)]), flood);
    };
    flood();
  });
  const client = openRecordClient(await dial(server.port), never);
  let last = await client.receive(60_000);
  for (let count = 0; count < 100 && last.kind === 'data'; count += 1) last = await client.receive(60_000);
  assert.ok(last.kind === 'failed' && last.failure.reason === 'too-large');
  client.close();
  server.close();
});

test('the end of the audit is received as an event', async () => {
  const server = await startRaw(() => {});
  const controller = new AbortController();
  const client = openRecordClient(await dial(server.port), controller.signal);
  const receiving = client.receive(60_000);
  controller.abort();
  const received = await receiving;
  assert.ok(received.kind === 'failed' && received.failure.reason === 'cancelled');
  client.close();
  server.close();
});

/** ServerHelloDone, the end of a first flight up to TLS 1.2. */
const helloDone = Buffer.from([14, 0, 0, 0]);

/** The first flight of a real server as bytes: complete, or up to the connection's end where it refuses the suite. */
async function recordedFlight(suite: number): Promise<Buffer> {
  const server = await startOpen({ maxVersion: 'TLSv1.2' });
  const socket = await dial(server.port);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => {
    socket.on('end', resolve).on('data', () => {
      if (Buffer.concat(chunks).subarray(-helloDone.length).equals(helloDone)) resolve();
    });
  });
  socket.write(helloOf({ version: 'TLSv1.2', suites: [suite], serverName: 'server.test' }).record);
  await ended;
  socket.destroy();
  server.close();
  return Buffer.concat(chunks);
}

test('any modified first flight ends in a session or a failure', async () => {
  const flights = [await recordedFlight(0xc02f), await recordedFlight(0x002f), await recordedFlight(0x0033)];
  let answer = Buffer.alloc(0);
  const server = await startRaw((socket) => {
    socket.once('data', () => socket.end(answer));
  });
  const change = fc.tuple(fc.nat(1_500), fc.nat(255));
  await fc.assert(
    fc.asyncProperty(fc.nat(2), fc.array(change, { maxLength: 5 }), async (which, changes) => {
      answer = Buffer.from(flights[which] ?? answer);
      for (const [at, value] of changes) if (at < answer.length) answer[at] = value;
      const result = await shake(server.port, { version: 'TLSv1.2', suites: [0xc02f, 0x002f, 0x0033] });
      assert.ok('reason' in result, 'nobody knows the keys');
    }),
    { numRuns: 150 },
  );
  server.close();
});
