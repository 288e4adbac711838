import type { Socket } from 'node:net';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { type Alert, decodeAlert } from '@perimeter/protocols/tls/records/alert';
import type { CbcFlaw } from '@perimeter/protocols/tls/records/cbc-plaintext';
import { type HandshakeMessage, HandshakeReader } from '@perimeter/protocols/tls/handshake/handshake';
import { type TlsRecord, contentTypes, encodeRecord, RecordReader } from '@perimeter/protocols/tls/records/record';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import { netFailed, type NetFailure } from '../../evidence/observed.ts';
import { type SocketEnd, listenTo } from './socket-events.ts';
import type { Opener, Sealer } from './keys/record-protection.ts';

/** One event on the connection. */
export type Received =
  | { kind: 'message'; message: HandshakeMessage }
  | { kind: 'change-cipher-spec' }
  | { kind: 'alert'; alert: Alert }
  | { kind: 'data'; content: Uint8Array }
  /** Only the length is taken from the record. */
  | { kind: 'heartbeat'; bytes: number }
  /** A record that does not open under the negotiated keys. */
  | { kind: 'unreadable'; type: number; bytes: number }
  | { kind: 'closed' }
  | { kind: 'reset' }
  | { kind: 'silence'; afterMs: number }
  | { kind: 'failed'; failure: NetFailure };

/** A client of records on one socket, protected or not. Network failures are received, never thrown. */
export interface RecordClient {
  /** A record under the keys that hold now; it must be written before the next one is made. */
  encode: (type: number, content: Uint8Array, flaw?: CbcFlaw) => Uint8Array;
  /** Writes records in one piece. */
  write: (...records: readonly Uint8Array[]) => void;
  /** The next event, or silence for this time. After the end, the end again. */
  receive: (timeoutMs: number) => Promise<Received>;
  protectWriting: (sealer: Sealer) => void;
  protectReading: (opener: Opener) => void;
  /** The version in unprotected records from now on. */
  setVersion: (version: number) => void;
  close: () => void;
  /** The longest wait for an event so far. */
  readonly slowestMs: number;
}

/** No answer in any of these tests is longer. */
const maxBytes = 256 * 1024;
const lingerMs = 500;

type Raw = TlsRecord | Extract<Received, { kind: 'closed' | 'reset' | 'failed' }>;

const failedWith = (...why: Parameters<typeof netFailed>): Extract<Received, { kind: 'failed' }> => ({
  kind: 'failed',
  failure: netFailed(...why),
});

/** Cuts the bytes of a socket into records as they are asked for; the last item is why there are no more. */
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
      // A flood is not even read any further.
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

  /** Records wait as bytes, which take far less memory than as objects where they are tiny. */
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
        clearTimeout(timer);
        wake = null;
        resolve(raw);
      };
      const timer = setTimeout(() => settle(now()), timeoutMs);
      // Half a record wakes nobody.
      wake = () => {
        const raw = now();
        if (raw !== null) settle(raw);
      };
    });
  };
}

/** Reads what one record holds. */
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
    // FIN and not RST: the server has done nothing wrong. A peer that does not take what is written is not waited for.
    close: () => {
      socket.destroySoon();
      setTimeout(() => socket.destroy(), lingerMs).unref();
    },
  };
}
