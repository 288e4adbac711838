import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { parseClientHello, type ClientHello } from './client-hello.ts';
import type { CbcFlaw, FakeBehaviour, FakeIdentity, Refusal } from './behaviour.ts';
import { fail, sendRecord, warn, type FakeConnection } from './connection.ts';
import { ssl2ServerHello } from './flight.ts';
import { deriveKeys, onClientHello, onClientKeyExchange, onFinished } from './handshake.ts';
import type { Opened } from './records.ts';
import { u8 } from '@perimeter/protocols/bytes';
import { alertCode, contentType, handshakeType, recordReader, vector16 } from './tls-wire.ts';

const idleMs = 5000;
const heartbeatPaddingBytes = 16;
const maxHeartbeatBytes = 16_365;
const nextProtocolMessage = 67;
const page = 'HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\nfake\n';

/** Serves SSL 2.0 (the first flight) and TLS up to 1.2 on a connection, with the flaws of the behaviour. */
export function serveFakeTls(socket: Socket, behaviour: FakeBehaviour, identity: FakeIdentity): void {
  const connection: FakeConnection = {
    socket,
    behaviour,
    identity,
    version: 0,
    renegotiations: 0,
    isBlind: false,
    partialMessage: Buffer.alloc(0),
    request: '',
  };
  socket.setTimeout(idleMs, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  const destroy = (): void => void socket.destroy();
  const read = recordReader(
    (type, fragment) => onRecord(connection, type, fragment),
    (message) => onSsl2Hello(connection, message),
    destroy,
  );
  socket.on('data', (chunk: Buffer) => {
    try {
      read(chunk);
    } catch {
      socket.destroy();
    }
  });
}

function onSsl2Hello({ socket, behaviour, identity }: FakeConnection, message: Buffer): void {
  if (behaviour.ssl2Kinds === undefined || message.length < 9) return void socket.destroy();
  socket.write(ssl2ServerHello(message, behaviour.ssl2Kinds, identity));
}

function onRecord(connection: FakeConnection, type: number, fragment: Buffer): void {
  if (connection.isBlind) return fail(connection, alertToFinished(connection));
  const opened = connection.reading?.open(type, fragment);
  if (opened !== undefined && !isTaken(connection, opened)) return onBroken(connection, opened);
  const content = opened?.content ?? fragment;
  if (type === contentType.heartbeat) onHeartbeat(connection, content);
  if (type === contentType.changeCipherSpec) onChangeCipherSpec(connection);
  if (type === contentType.handshake) onHandshake(connection, content);
  if (type === contentType.alert && content.readUInt8(1) === alertCode.closeNotify) close(connection);
  if (type === contentType.applicationData) onApplicationData(connection, content);
}

function isTaken({ behaviour }: FakeConnection, { macHolds, paddingHolds, lengthHolds }: Opened): boolean {
  return macHolds && lengthHolds && (paddingHolds || behaviour.cbc === 'poodle');
}

/** A sound server answers all of these alike (RFC 5246 section 6.2.3.2). */
function onBroken(connection: FakeConnection, opened: Opened): void {
  const flaw = connection.behaviour.cbc;
  const answer = flaw === undefined ? undefined : flawedAnswers[flaw](opened);
  if (answer === 'silence') return;
  if (answer === 'close') return close(connection);
  fail(connection, answer ?? alertToFinished(connection));
}

const flawedAnswers: Readonly<Record<CbcFlaw, (opened: Opened) => number | 'silence' | 'close' | undefined>> = {
  poodle: () => undefined,
  goldendoodle: ({ paddingHolds }) => (paddingHolds ? undefined : alertCode.decryptionFailed),
  zombie: ({ macHolds, lengthHolds }) => (macHolds && lengthHolds ? alertCode.decryptionFailed : undefined),
  sleeping: ({ macHolds, lengthHolds }) => (macHolds && lengthHolds ? 'silence' : undefined),
  'zero-length': ({ paddingHolds, content }) => (paddingHolds && content.length === 0 ? 'close' : undefined),
  'openssl-2016-2107': ({ lengthHolds, isAllPadding }) =>
    !lengthHolds && isAllPadding ? alertCode.recordOverflow : undefined,
};

const askedBefore = new Map<string, number>();

/** True for the first of every three requests with a kind of padding: the answer varies deterministically. */
function isItsTurn(padding: string): boolean {
  const count = askedBefore.get(padding) ?? 0;
  askedBefore.set(padding, count + 1);
  return count % 3 === 0;
}

/** A sound server answers bad RSA padding like a bad Finished (RFC 5246 section 7.4.7.1). */
function alertToFinished({ behaviour, handshake: state }: FakeConnection): number {
  const padding = state?.padding ?? 'good';
  const isMalformed = padding !== 'good' && padding !== 'wrong-version';
  if (behaviour.rsaOracle === 'weak' && isMalformed) return alertCode.decryptError;
  if (behaviour.rsaOracle === 'strong' && padding === 'misplaced-zero') return alertCode.internalError;
  if (behaviour.rsaOracle === 'unstable' && isMalformed && isItsTurn(padding)) return alertCode.decryptError;
  return alertCode.badRecordMac;
}

/** Messages may share a record or be spread over several (RFC 5246 section 6.2.1). */
function onHandshake(connection: FakeConnection, content: Buffer): void {
  connection.partialMessage = Buffer.concat([connection.partialMessage, content]);
  for (;;) {
    const { partialMessage: pending } = connection;
    const end = pending.length < 4 ? Infinity : 4 + pending.readUIntBE(1, 3);
    if (pending.length < end) return;
    connection.partialMessage = pending.subarray(end);
    onMessage(connection, pending.subarray(0, end));
  }
}

function onMessage(connection: FakeConnection, message: Buffer): void {
  const type = message.readUInt8(0);
  if (type === handshakeType.clientHello) receiveHello(connection, message, parseClientHello(message));
  else if (type === handshakeType.certificate && connection.behaviour.clientCertificate === 'demanded')
    fail(connection, alertCode.handshakeFailure);
  else if (type === handshakeType.clientKeyExchange) onClientKeyExchange(connection, message);
  else if (type === handshakeType.finished) onFinished(connection, message);
  else if (type === nextProtocolMessage) connection.handshake?.transcript.push(message);
  else fail(connection, alertCode.unexpectedMessage);
}

function receiveHello(connection: FakeConnection, message: Buffer, hello: ClientHello): void {
  const { behaviour, handshake: running, verified } = connection;
  if (running !== undefined) return fail(connection, alertCode.unexpectedMessage);
  if (verified !== undefined) {
    if (connection.renegotiations >= (behaviour.renegotiations ?? 0))
      return warn(connection, alertCode.noRenegotiation);
    connection.renegotiations += 1;
  }
  const refusal = behaviour.refuses?.(hello, message.length);
  if (refusal !== undefined) return refuse(connection, refusal);
  if (behaviour.delayMs === undefined) return onClientHello(connection, message, hello);
  setTimeout(() => {
    if (!connection.socket.destroyed) onClientHello(connection, message, hello);
  }, behaviour.delayMs);
}

function refuse(connection: FakeConnection, refusal: Refusal): void {
  if (refusal === 'reset') connection.socket.resetAndDestroy();
  else if (refusal === 'close') connection.socket.destroy();
  else if (refusal !== 'silence') fail(connection, refusal);
}

/** Before the key exchange it is out of order; CVE-2014-0224 derives keys from empty input and uses them. */
function onChangeCipherSpec(connection: FakeConnection): void {
  const { behaviour, handshake: state } = connection;
  const isEarly = state?.master === undefined;
  if (isEarly && (behaviour.earlyChangeCipherSpec !== 'accepted' || state === undefined))
    return fail(connection, alertCode.unexpectedMessage);
  if (isEarly) deriveKeys(state, Buffer.alloc(0));
  if (state.next === undefined) connection.isBlind = true;
  else connection.reading = state.next.reading;
}

/** CVE-2014-0160 trusts the claimed length; a sound server drops such a message (RFC 6520 section 4). */
function onHeartbeat(connection: FakeConnection, content: Buffer): void {
  const { heartbeat } = connection.behaviour;
  const claimedBytes = content.readUInt16BE(1);
  const sent = content.subarray(3);
  const isSound = claimedBytes + heartbeatPaddingBytes <= sent.length;
  if (heartbeat === undefined || (heartbeat === 'offered' && !isSound)) return;
  const payloadBytes = Math.min(claimedBytes, maxHeartbeatBytes);
  const payload = Buffer.concat([sent, randomBytes(maxHeartbeatBytes)]).subarray(0, payloadBytes);
  const answer = Buffer.concat([u8(2), vector16(payload), randomBytes(heartbeatPaddingBytes)]);
  sendRecord(connection, contentType.heartbeat, answer);
}

function onApplicationData(connection: FakeConnection, content: Buffer): void {
  if (connection.verified === undefined) return fail(connection, alertCode.unexpectedMessage);
  connection.request += content.toString('latin1');
  if (!/\r?\n\r?\n/.test(connection.request)) return;
  sendRecord(connection, contentType.applicationData, Buffer.from(page));
  close(connection);
}

function close(connection: FakeConnection): void {
  if (connection.behaviour.closing !== 'abrupt') warn(connection, alertCode.closeNotify);
  connection.socket.end();
}
