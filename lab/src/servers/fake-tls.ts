import { constants, privateDecrypt, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Socket } from 'node:net';
import { parseClientHello } from './client-hello.ts';
import type { FakeBehaviour, FakeIdentity } from './fake-behaviour.ts';
import { firstFlight, negotiate, ssl2ServerHello } from './fake-flight.ts';
import { alertCode, contentType, fatalAlert, handshakeType, record, recordReader, u8, vector16 } from './tls-wire.ts';

const idleMs = 5000;
const heartbeatPaddingBytes = 16;
const maxHeartbeatBytes = 16_365;

/** Plays the server's first flight of SSL 2.0 to TLS 1.2 on a connection; it never finishes a handshake. */
export function serveFakeTls(socket: Socket, behaviour: FakeBehaviour, identity: FakeIdentity): void {
  let version = 0;
  let changeCipherSpecs = 0;
  let padding: 'unseen' | 'good' | 'bad' = 'unseen';
  socket.setTimeout(idleMs, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on(
    'data',
    recordReader(onRecord, onSsl2Hello, () => socket.destroy()),
  );

  function onSsl2Hello(message: Buffer): void {
    if (behaviour.ssl2Kinds === undefined || message.length < 9) return void socket.destroy();
    socket.write(ssl2ServerHello(message, behaviour.ssl2Kinds, identity));
  }

  function onRecord(type: number, content: Buffer): void {
    try {
      if (type === contentType.heartbeat) onHeartbeat(content);
      if (type === contentType.changeCipherSpec) onChangeCipherSpec();
      if (type === contentType.handshake) onHandshake(content);
    } catch {
      socket.destroy();
    }
  }

  function onHandshake(message: Buffer): void {
    if (changeCipherSpecs > 0) return void socket.end(fatalAlert(version, answerToFinished()));
    if (message.readUInt8(0) === handshakeType.clientKeyExchange)
      padding = hasGoodPadding(message.subarray(6), identity.key) ? 'good' : 'bad';
    if (message.readUInt8(0) === handshakeType.clientHello && version === 0) onClientHello(message);
  }

  /** A sound server answers a broken padding like a broken Finished (RFC 5246 section 7.4.7.1). */
  function answerToFinished(): number {
    return behaviour.badRsaPadding === 'told' && padding === 'bad' ? alertCode.decryptError : alertCode.badRecordMac;
  }

  function onClientHello(message: Buffer): void {
    const hello = parseClientHello(message);
    if (message.length + 5 > (behaviour.silentAboveHelloBytes ?? Infinity)) return;
    if (hello.version >= (behaviour.dropFromVersion ?? Infinity)) return void socket.destroy();
    if (hello.suites.length > (behaviour.resetAboveSuites ?? Infinity)) return void socket.resetAndDestroy();
    const answer = negotiate(hello, behaviour);
    if (answer.kind === 'refused') return void socket.end(fatalAlert(answer.version, answer.alert));
    version = answer.version;
    socket.write(record(contentType.handshake, version, firstFlight(hello, answer, behaviour, identity)));
  }

  /** Before the key exchange it is out of order; CVE-2014-0224 is to take it all the same. */
  function onChangeCipherSpec(): void {
    changeCipherSpecs += 1;
    const isEarly = padding === 'unseen';
    if (isEarly && behaviour.earlyChangeCipherSpec !== 'accepted')
      socket.end(fatalAlert(version || 0x0301, alertCode.unexpectedMessage));
    else if (changeCipherSpecs > 1) socket.end(fatalAlert(version, alertCode.badRecordMac));
  }

  /** CVE-2014-0160 believes the length that is claimed; a sound server drops such a message (RFC 6520 section 4). */
  function onHeartbeat(content: Buffer): void {
    const claimedBytes = content.readUInt16BE(1);
    const sent = content.subarray(3);
    const isSound = claimedBytes + heartbeatPaddingBytes <= sent.length;
    if (behaviour.heartbeat === undefined || (behaviour.heartbeat === 'offered' && !isSound)) return;
    const payload = Buffer.concat([sent, randomBytes(maxHeartbeatBytes)]).subarray(
      0,
      Math.min(claimedBytes, maxHeartbeatBytes),
    );
    socket.write(
      record(
        contentType.heartbeat,
        version,
        Buffer.concat([u8(2), vector16(payload), randomBytes(heartbeatPaddingBytes)]),
      ),
    );
  }
}

/** PKCS #1 version 1.5 block type 2 around a premaster secret of 48 octets (RFC 8017 section 7.2). */
function hasGoodPadding(encrypted: Buffer, key: KeyObject): boolean {
  try {
    const block = privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, encrypted);
    const zeroAt = block.indexOf(0, 2);
    return block.readUInt8(0) === 0 && block.readUInt8(1) === 2 && zeroAt === block.length - 49;
  } catch {
    return false;
  }
}
