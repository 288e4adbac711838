import type { Socket } from 'node:net';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { type Alert, decodeAlert } from '@perimeter/protocols/tls/records/alert';
import type { CbcFlaw } from '@perimeter/protocols/tls/records/cbc-plaintext';
import { type HandshakeMessage, HandshakeReader } from '@perimeter/protocols/tls/handshake/handshake';
import { type TlsRecord, contentTypes, encodeRecord, RecordReader } from '@perimeter/protocols/tls/records/record';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import { netFailed, type NetFailure } from '../../evidence/observed.ts';
import { systemClock } from '../../net/deadline.ts';
import { type SocketEnd, listenTo } from './socket-events.ts';
import type { Opener, Sealer } from './keys/record-protection.ts';

/** One event on the connection. */
export type Received =
  | { kind: 'message'; message: HandshakeMessage }
  | { kind: 'change-cipher-spec' }
  | { kind: 'alert'; alert: Alert }
  | { kind: 'data'; content: Uint8Array }
  /** Only the record's length is used. */
  | { kind: 'heartbeat'; bytes: number }
  /** A record that does not decrypt with the negotiated keys. */
  | { kind: 'unreadable'; type: number; bytes: number }
  | { kind: 'closed' }
  | { kind: 'reset' }
  | { kind: 'silence'; afterMs: number }
  | { kind: 'failed'; failure: NetFailure };

/** A client of plain or protected records on one socket. Network failures are received as events, never thrown. */
export interface RecordClient {
  /** Encodes a record with the current keys; it must be written before the next one is encoded. */
  encode: (type: number, content: Uint8Array, flaw?: CbcFlaw) => Uint8Array;
  /** Writes records in one segment. */
  write: (...records: readonly Uint8Array[]) => void;
  /** The next event, or silence after this time. After the end, the end again. */
  receive: (timeoutMs: number) => Promise<Received>;
  protectWriting: (sealer: Sealer) => void;
  protectReading: (opener: Opener) => void;
  /** The version in unprotected records from now on. */
  setVersion: (version: number) => void;
  close: () => void;
  /** The longest wait for an event so far. */
  readonly slowestMs: number;
}

/** Longest answer in these tests. */
const maxBytes = 256 * 1024;
const lingerMs = 500;

type Raw = TlsRecord | Extract<Received, { kind: 'closed' | 'reset' | 'failed' }>;

const failedWith = (...why: Parameters<typeof netFailed>): Extract<Received, { kind: 'failed' }> => ({
  kind: 'failed',
  failure: netFailed(...why),
});

/** Splits a socket's bytes into records on demand; the last item is the reason for the end. */
function listen(socket: Socket, signal: AbortSignal) {
  const reader = new RecordReader();
  let bytes = 0;
  let end: Raw | null = null;
  let wake: (() => void) | null = null;

  const finish = (raw: Raw): void => {
    end ??= raw;
    wake?.();
  };
  const data = (chunk: Uint8Array): void => {
    if (end !== null) return;
    bytes += chunk.length;
    if (bytes > maxBytes) {
      // A flood is not read further.
      socket.pause();
      return finish(failedWith('too-large', 'answer-too-large', maxBytes));
    }
    reader.push(chunk);
    wake?.();
  };
  const onEnd = (why: SocketEnd): void =>
    finish(why.kind === 'aborted' ? { kind: 'failed', failure: why.failure } : { kind: why.kind });
  listenTo(socket, signal, { data, end: onEnd });
  socket.on('end', () => onEnd({ kind: 'closed' }));

  /** Records wait as bytes, which take far less memory than objects for tiny records. */
  const now = (): Raw | null => {
    try {
      return reader.next() ?? end;
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      return (end = failedWith('malformed', 'answer-not-tls', error.kept));
    }
  };
  return (timeoutMs: number): Promise<Raw | null> => {
    const known = now();
    if (known !== null) return Promise.resolve(known);
    return new Promise((resolve) => {
      const settle = (raw: Raw | null): void => {
        cancelTimer();
        wake = null;
        resolve(raw);
      };
      const cancelTimer = systemClock.schedule(timeoutMs, () => settle(now()));
      // Incomplete records do not wake the reader.
      wake = () => {
        const raw = now();
        if (raw !== null) settle(raw);
      };
    });
  };
}

/** The content of one record. */
function contentOf({ type, fragment }: TlsRecord, content: Uint8Array, messages: HandshakeReader): Received[] {
  if (type === contentTypes.changeCipherSpec) return [{ kind: 'change-cipher-spec' }];
  if (type === contentTypes.alert) return [{ kind: 'alert', alert: decodeAlert(content) }];
  if (type === contentTypes.applicationData) return [{ kind: 'data', content }];
  if (type === contentTypes.heartbeat) return [{ kind: 'heartbeat', bytes: content.length }];
  if (type !== contentTypes.handshake) return [{ kind: 'unreadable', type, bytes: fragment.length }];
  messages.push(content);
  const received: Received[] = [];
  for (let message = messages.next(); message !== null; message = messages.next())
    received.push({ kind: 'message', message });
  return received;
}

/** Makes a client on an open socket; an abort of the signal is received as a failure. */
export function openRecordClient(socket: Socket, signal: AbortSignal): RecordClient {
  const next = listen(socket, signal);
  const messages = new HandshakeReader();
  const ready: Received[] = [];
  let version: number = wireVersions['TLSv1.0'];
  let sealer: Sealer | null = null;
  let opener: Opener | null = null;
  let slowestMs = 0;

  const read = (record: TlsRecord): Received[] => {
    const content = opener === null ? record.fragment : opener(record);
    if (content === null) return [{ kind: 'unreadable', type: record.type, bytes: record.fragment.length }];
    try {
      return contentOf(record, content, messages);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      return [failedWith('malformed', 'handshake-malformed', error.kept)];
    }
  };
  const receive = async (timeoutMs: number): Promise<Received> => {
    const sinceMs = performance.now();
    for (;;) {
      const known = ready.shift();
      if (known !== undefined) return known;
      const raw = await next(Math.max(0, sinceMs + timeoutMs - performance.now()));
      if (raw === null) return { kind: 'silence', afterMs: timeoutMs };
      slowestMs = Math.max(slowestMs, performance.now() - sinceMs);
      if ('kind' in raw) return raw;
      ready.push(...read(raw));
    }
  };

  return {
    encode: (type, content, flaw) =>
      sealer === null ? encodeRecord(type, version, content) : sealer(type, content, flaw),
    write: (...records) => {
      if (socket.writable) socket.write(Buffer.concat(records));
    },
    receive,
    get slowestMs() {
      return slowestMs;
    },
    protectWriting: (made) => {
      sealer = made;
    },
    protectReading: (made) => {
      opener = made;
    },
    setVersion: (agreed) => {
      version = agreed;
    },
    // FIN and not RST: the server has done nothing wrong. A peer that does not read is not waited for.
    close: () => {
      socket.destroySoon();
      setTimeout(() => socket.destroy(), lingerMs).unref();
    },
  };
}
