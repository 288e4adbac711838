import { randomBytes } from 'node:crypto';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import type { ClientHello } from './client-hello.ts';
import { fail, sendHandshake, sendRecord, warn, type FakeConnection, type FakeHandshake } from './connection.ts';
import {
  bindsToTranscript,
  extensionType,
  firstFlight,
  lacksGroup,
  makeRandom,
  negotiate,
  serverExtensions,
  serverHello,
  type Chosen,
} from './flight.ts';
import { keyBlockBytes, recordCipher, splitKeys } from './records.ts';
import { keyBlock, masterSecret, verifyData, type SecretInput } from './secrets.ts';
import { protectionOf } from './suites.ts';
import { alertCode, contentType, handshake, handshakeType, vector16 } from './tls-wire.ts';

const { 'TLSv1.0': tls10 } = wireVersions;
const ticketBytes = 160;
const fullSessionIdBytes = 32;

/** The session of a ticket. */
interface KnownSession {
  readonly master: Buffer;
  readonly chosen: Chosen;
}

const sessionsByTicket = new Map<string, KnownSession>();

/** Answers a hello, the first of a connection or one of a renegotiation. */
export function onClientHello(connection: FakeConnection, message: Buffer, hello: ClientHello): void {
  const { behaviour } = connection;
  const answer = negotiate(hello, behaviour);
  if (answer.kind === 'refused') return fail(connection, answer.alert, answer.version);
  connection.version = answer.version;
  if (behaviour.greeting === 'unrecognized-name') warn(connection, alertCode.unrecognizedName);
  const known = sessionsByTicket.get(hello.extensions.get(extensionType.sessionTicket)?.toString('hex') ?? '');
  if (known !== undefined && known.chosen.version === answer.version) return resume(connection, message, hello, known);
  const renegotiated = Buffer.concat(
    connection.verified === undefined ? [] : [connection.verified.client, connection.verified.server],
  );
  const flight = firstFlight(hello, answer, behaviour, connection.identity, renegotiated);
  connection.handshake = { hello, chosen: answer, flight, isResumed: false, transcript: [message] };
  if (behaviour.groupsChecked === 'late' && lacksGroup(hello, answer, behaviour)) {
    sendHandshake(connection, flight.messages.slice(0, 2));
    return void connection.socket.end();
  }
  sendHandshake(connection, flight.messages);
}

/** The abbreviated handshake of a ticket (RFC 5077 section 3.4). */
function resume(
  connection: FakeConnection,
  message: Buffer,
  hello: ClientHello,
  { master, chosen }: KnownSession,
): void {
  const { behaviour } = connection;
  const flight = { serverRandom: makeRandom(behaviour), exchange: { receive: () => ({ premaster: master }) } };
  const state: FakeHandshake = { hello, chosen, flight, isResumed: true, transcript: [message], master };
  connection.handshake = state;
  const withoutTicket = { ...behaviour, tickets: undefined };
  const { tickets: _tickets, ...plain } = withoutTicket;
  const extensions = serverExtensions(hello, chosen, plain, Buffer.alloc(0));
  sendHandshake(connection, [
    serverHello(chosen, flight.serverRandom, echoedSessionId(hello, behaviour.tickets?.bleeds), extensions),
  ]);
  deriveKeys(state, master);
  finish(connection, state);
}

/** Echoes the client's session id; CVE-2016-9244 pads it to 32 bytes from memory. */
function echoedSessionId({ sessionId }: ClientHello, bleeds = false): Buffer {
  if (!bleeds || sessionId.length === 0) return sessionId;
  return Buffer.concat([sessionId, randomBytes(fullSessionIdBytes)]).subarray(0, fullSessionIdBytes);
}

/** Takes the client's share and derives the keys from it. */
export function onClientKeyExchange(connection: FakeConnection, message: Buffer): void {
  const state = connection.handshake;
  if (state === undefined || state.master !== undefined) return fail(connection, alertCode.unexpectedMessage);
  state.transcript.push(message);
  const { premaster, padding } = state.flight.exchange.receive(message.subarray(4));
  if (padding !== undefined) state.padding = padding;
  const { version } = state.chosen;
  const isBound = bindsToTranscript(state.hello, version, connection.behaviour);
  state.master = masterSecret(secretInput(state), premaster, isBound ? Buffer.concat(state.transcript) : undefined);
  if (state.next === undefined) deriveKeys(state, state.master);
}

function secretInput({ hello, chosen, flight }: FakeHandshake): SecretInput {
  const prf = protectionOf(chosen.suite)?.prf ?? 'sha256';
  return { version: chosen.version, prf, clientRandom: hello.random, serverRandom: flight.serverRandom };
}

/**
 * Derives the keys of both directions; none for what the fakes negotiate but do not implement: RC4, SSL 3.0,
 * compression.
 */
export function deriveKeys(state: FakeHandshake, master: Buffer): void {
  const { suite, version, compression } = state.chosen;
  const protection = protectionOf(suite);
  if (protection === undefined || version < tls10 || compression !== 0) return;
  const { client, server } = splitKeys(keyBlock(secretInput(state), master, keyBlockBytes(protection)), protection);
  state.next = {
    reading: recordCipher(protection, client, version),
    writing: recordCipher(protection, server, version),
  };
}

/** Checks the client's Finished and sends its own, unless it has done so already. */
export function onFinished(connection: FakeConnection, message: Buffer): void {
  const state = connection.handshake;
  if (state?.master === undefined) return fail(connection, alertCode.unexpectedMessage);
  const expected = verifyData(secretInput(state), state.master, 'client', Buffer.concat(state.transcript));
  if (!expected.equals(message.subarray(4))) return fail(connection, alertCode.decryptError);
  state.transcript.push(message);
  const own = state.isResumed ? Buffer.alloc(0) : finish(connection, state);
  connection.verified = { client: expected, server: own };
  connection.handshake = undefined;
}

/** Sends a ticket if negotiated, ChangeCipherSpec and Finished; returns the verify data. */
function finish(connection: FakeConnection, state: FakeHandshake): Buffer {
  const { tickets } = connection.behaviour;
  if (tickets !== undefined && !state.isResumed && state.hello.extensions.has(extensionType.sessionTicket))
    sendHandshake(connection, [newTicket(state, tickets.lifetimeSeconds)]);
  sendRecord(connection, contentType.changeCipherSpec, Buffer.from([1]));
  if (state.next !== undefined) connection.writing = state.next.writing;
  const own = verifyData(
    secretInput(state),
    state.master ?? Buffer.alloc(0),
    'server',
    Buffer.concat(state.transcript),
  );
  sendHandshake(connection, [handshake(handshakeType.finished, own)]);
  return own;
}

function newTicket({ master, chosen }: FakeHandshake, lifetimeSeconds: number): Buffer {
  const ticket = randomBytes(ticketBytes);
  if (master !== undefined) sessionsByTicket.set(ticket.toString('hex'), { master, chosen });
  const lifetime = Buffer.alloc(4);
  lifetime.writeUInt32BE(lifetimeSeconds);
  return handshake(handshakeType.newSessionTicket, Buffer.concat([lifetime, vector16(ticket)]));
}
