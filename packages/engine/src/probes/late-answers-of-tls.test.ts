import assert from 'node:assert/strict';
import { once } from 'node:events';
import { duplexPair } from 'node:stream';
import { test } from 'node:test';
import { TLSSocket } from 'node:tls';
import { serverCertificate } from '@perimeter/protocols/tls/testing/server-certificate.data';
import { exchange } from '../tls/client/exchange.ts';
import { bareOffer } from '../tls/client/hello/offer.ts';
import { platformHandshake } from '../tls/client/platform-handshake.ts';
import { openRecordClient } from '../tls/client/record-client.ts';
import { bothEnds, readLate } from './testing/late-reading.ts';

const never = new AbortController().signal;

/** A fatal alert, handshake_failure (RFC 9846 section 6). */
const alert = Uint8Array.of(21, 3, 3, 0, 2, 2, 40);

test('an alert that arrived while this process was busy is the answer to a hello', async (t) => {
  const { socket, peer } = await bothEnds(t);
  const attempt = { offer: bareOffer, segments: [Uint8Array.of(0)], enough: () => false };
  const wait = () => exchange(socket, attempt, never, { lastAnswerMs: null });
  const { failure, flight } = await readLate(t, wait, () => void peer.write(alert));
  assert.equal(failure, null);
  assert.notEqual(flight.alert, null);
});

test('a record that arrived while this process was busy is no silence', async (t) => {
  const { socket, peer } = await bothEnds(t);
  const client = openRecordClient(socket, never);
  const received = await readLate(
    t,
    () => client.receive(1_000),
    () => void peer.write(alert),
  );
  assert.equal(received.kind, 'alert');
});

test('a ticket that arrived while this process was busy was issued', async (t) => {
  const { socket, peer } = await bothEnds(t);
  const server = new TLSSocket(peer, { isServer: true, ...serverCertificate, minVersion: 'TLSv1.3' });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const shaken = platformHandshake(socket, { serverName: 'a.test' }, never);
  await once(server, 'secure');
  // The server has written its tickets, which the client has not read.
  setImmediate(() => t.mock.timers.tick(60_000));
  const { handshake, failure } = await shaken;
  assert.equal(failure, null);
  assert.equal(handshake?.version, 'TLSv1.3');
  assert.ok((handshake?.sessions.length ?? 0) > 0, 'no ticket');
});

for (const [issuesTickets, came] of [
  [false, false],
  [true, true],
] as const) {
  test(`a ticket after three seconds ${came ? 'is taken from a server that is known to issue some' : 'is too late for a server that may issue none'}`, async (t) => {
    const { socket, peer } = await bothEnds(t);
    const [outside, inside] = duplexPair();
    let clientFlights = 0;
    const held: Buffer[] = [];
    peer.on('data', (bytes: Buffer) => {
      clientFlights += 1;
      outside.write(bytes);
    });
    // What follows the client's Finished is only tickets.
    outside.on('data', (bytes: Buffer) => void (clientFlights > 1 ? held.push(bytes) : peer.write(bytes)));
    const server = new TLSSocket(inside, { isServer: true, ...serverCertificate, minVersion: 'TLSv1.3' });
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const shaken = platformHandshake(socket, { serverName: 'a.test', issuesTickets }, never);
    await once(server, 'secure');
    t.mock.timers.tick(3_000);
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    peer.write(Buffer.concat(held));
    const { handshake, failure } = await shaken;
    assert.deepEqual([failure, (handshake?.sessions.length ?? 0) > 0], [null, came]);
  });
}
