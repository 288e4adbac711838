import type { Socket } from 'node:net';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import type { ClientHello } from './client-hello.ts';
import type { FakeBehaviour, FakeIdentity } from './behaviour.ts';
import type { RsaPadding } from './exchange.ts';
import type { Chosen, FirstFlight } from './flight.ts';
import type { RecordCipher } from './records.ts';
import { contentType, record } from './tls-wire.ts';

/** The state of one handshake, from its ClientHello. */
export interface FakeHandshake {
  readonly hello: ClientHello;
  readonly chosen: Chosen;
  readonly flight: Pick<FirstFlight, 'exchange' | 'serverRandom'>;
  readonly isResumed: boolean;
  /** Handshake messages sent and received, for the transcript hash. */
  readonly transcript: Buffer[];
  master?: Buffer;
  padding?: RsaPadding;
  /** The ciphers that the next ChangeCipherSpec enables. */
  next?: { readonly reading: RecordCipher; readonly writing: RecordCipher };
}

/** Verify data of the last finished handshake, for secure renegotiation (RFC 5746 section 3.1). */
export interface VerifyData {
  readonly client: Buffer;
  readonly server: Buffer;
}

/** A connection to a fake server. */
export interface FakeConnection {
  readonly socket: Socket;
  readonly behaviour: FakeBehaviour;
  readonly identity: FakeIdentity;
  /** 0 until negotiated. */
  version: number;
  handshake?: FakeHandshake | undefined;
  verified?: VerifyData;
  renegotiations: number;
  /** The client's records are encrypted, and the fake cannot decrypt them. */
  isBlind: boolean;
  reading?: RecordCipher;
  writing?: RecordCipher;
  /** The beginning of a handshake message that continues in a later record. */
  partialMessage: Buffer;
  request: string;
}

const { 'TLSv1.0': tls10 } = wireVersions;

/** Sends a record, encrypted once ciphers are enabled. */
export function sendRecord(
  connection: FakeConnection,
  type: number,
  content: Uint8Array,
  version = connection.version,
): void {
  const fragment = connection.writing?.seal(type, Buffer.from(content)) ?? content;
  connection.socket.write(record(type, version || tls10, fragment));
}

/** Sends handshake messages, split into records by the behaviour. */
export function sendHandshake(connection: FakeConnection, messages: readonly Buffer[]): void {
  connection.handshake?.transcript.push(...messages);
  const { framing } = connection.behaviour;
  const recordVersion = connection.writing === undefined ? connection.behaviour.recordVersion : undefined;
  for (const content of cut(messages, framing)) sendRecord(connection, contentType.handshake, content, recordVersion);
}

/** `straddling`: no record ends at the end of a message. */
function cut(messages: readonly Buffer[], framing: FakeBehaviour['framing']): readonly Buffer[] {
  if (framing === 'a-record-each') return messages;
  const whole = Buffer.concat(messages);
  const size = framing === 'one-octet' ? 1 : framing === 'straddling' ? 61 : 16_384;
  return Array.from({ length: Math.ceil(whole.length / size) }, (_, index) =>
    whole.subarray(index * size, (index + 1) * size),
  );
}

/** Sends a warning alert. */
export function warn(connection: FakeConnection, code: number): void {
  sendRecord(connection, contentType.alert, Buffer.from([1, code]));
}

/** Sends a fatal alert and ends the connection. */
export function fail(connection: FakeConnection, code: number, version = connection.version): void {
  const { socket, behaviour } = connection;
  sendRecord(connection, contentType.alert, Buffer.from([2, code]), version);
  if (behaviour.afterAlert === 'reset') socket.write('', () => socket.resetAndDestroy());
  else socket.end();
}
