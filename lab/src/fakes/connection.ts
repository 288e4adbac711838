import type { Socket } from 'node:net';
import type { ClientHello } from './client-hello.ts';
import type { FakeBehaviour, FakeIdentity } from './behaviour.ts';
import type { RsaPadding } from './exchange.ts';
import type { Chosen, FirstFlight } from './flight.ts';
import type { RecordCipher } from './records.ts';
import { contentType, record } from './tls-wire.ts';

/** One handshake of a connection, from the ClientHello on. */
export interface FakeHandshake {
  readonly hello: ClientHello;
  readonly chosen: Chosen;
  readonly flight: Pick<FirstFlight, 'exchange' | 'serverRandom'>;
  readonly isResumed: boolean;
  /** Handshake messages as sent and received, for the digests over them. */
  readonly transcript: Buffer[];
  master?: Buffer;
  padding?: RsaPadding;
  /** Ciphers that the next ChangeCipherSpec turns on. */
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
  /** 0 until one is chosen. */
  version: number;
  handshake?: FakeHandshake | undefined;
  verified?: VerifyData;
  renegotiations: number;
  /** What the client sends is protected, and the fake has no means to read it. */
  isBlind: boolean;
  reading?: RecordCipher;
  writing?: RecordCipher;
  /** The beginning of a handshake message whose end is in a record to come. */
  partialMessage: Buffer;
  request: string;
}

const tls10 = 0x0301;

/** Sends one record, protected once that is agreed. */
export function sendRecord(
  connection: FakeConnection,
  type: number,
  content: Uint8Array,
  version = connection.version,
): void {
  const fragment = connection.writing?.seal(type, Buffer.from(content)) ?? content;
  connection.socket.write(record(type, version || tls10, fragment));
}

/** Sends handshake messages in records as the behaviour cuts them. */
export function sendHandshake(connection: FakeConnection, messages: readonly Buffer[]): void {
  connection.handshake?.transcript.push(...messages);
  const { framing } = connection.behaviour;
  const recordVersion = connection.writing === undefined ? connection.behaviour.recordVersion : undefined;
  for (const content of cut(messages, framing)) sendRecord(connection, contentType.handshake, content, recordVersion);
}

/** `straddling`: no record ends where a message does. */
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
