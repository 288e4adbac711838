import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { alertText, endsConnection } from '@perimeter/protocols/tls/records/alert';
import { decodeCertificates } from '@perimeter/protocols/tls/handshake/certificate';
import { type HandshakeMessage, handshakeTypes } from '@perimeter/protocols/tls/handshake/handshake';
import { decodeNewSessionTicket } from '@perimeter/protocols/tls/handshake/new-session-ticket';
import { type ServerHello, decodeServerHello } from '@perimeter/protocols/tls/handshake/server-hello';
import {
  type ServerKeyExchange,
  decodeServerKeyExchange,
} from '@perimeter/protocols/tls/handshake/server-key-exchange';
import { cipherSuites, suiteHex } from '@perimeter/protocols/tls/registry/suites';
import { type NetFailure, type UnknownBecause, netFailed } from '../../evidence/observed.ts';
import type { SentHello } from './hello/legacy-hello.ts';
import type { RecordClient, Received } from './record-client.ts';

/** A server's answer to a hello, up to ServerHelloDone, or up to ChangeCipherSpec where it resumes a session. */
export interface FirstFlight {
  sent: SentHello;
  hello: ServerHello;
  /** DER, leaf first. */
  certificates: Uint8Array[];
  keyExchange: ServerKeyExchange | null;
  wantsCertificate: boolean;
  /** The server resumed the offered session. */
  resumed: boolean;
  /** A ticket issued during resumption. */
  ticket: Uint8Array | null;
  /** Messages of both sides so far, the hello first. */
  transcript: Uint8Array[];
}

/** Silence after which the wait ends: a single-threaded server may serve others first. */
const firstFlightTimeoutMs = 10_000;
/** More messages than any handshake has. */
export const maxMessages = 16;

/** The end of a client as a failure of the expected event. */
export function failureOf(received: Received): NetFailure {
  switch (received.kind) {
    case 'failed':
      return received.failure;
    case 'alert':
      return netFailed('tls', 'server-alert', alertText(received.alert));
    case 'closed':
      return netFailed('closed', 'server-closed');
    case 'reset':
      return netFailed('reset', 'server-reset');
    case 'silence':
      return netFailed('timeout', 'server-silent', received.afterMs);
    default:
      return netFailed('malformed', 'server-out-of-turn', received.kind);
  }
}

/** True for a warning alert that does not end the handshake, such as unrecognized_name. */
export const isPassing = (received: Received): boolean => received.kind === 'alert' && !endsConnection(received.alert);

type Building = Omit<FirstFlight, 'hello'> & { hello: ServerHello | null };

/** Adds one message to the flight; true when it is complete. */
function take(flight: Building, { type, body, whole }: HandshakeMessage): boolean {
  if (type === handshakeTypes.helloRequest) return false;
  flight.transcript.push(whole);
  if (type === handshakeTypes.serverHello) flight.hello = decodeServerHello(body);
  if (flight.hello === null) throw new ProtocolError('handshake-message-before-server-hello', 0, type);
  const { suite, version } = flight.hello;
  if (type === handshakeTypes.certificate) flight.certificates = decodeCertificates(body);
  if (type === handshakeTypes.serverKeyExchange) {
    flight.keyExchange = decodeServerKeyExchange(body, cipherSuites.get(suite), version);
  }
  if (type === handshakeTypes.certificateRequest) flight.wantsCertificate = true;
  if (type === handshakeTypes.newSessionTicket) flight.ticket = decodeNewSessionTicket(body).ticket;
  return type === handshakeTypes.serverHelloDone;
}

const malformed = (error: unknown): NetFailure => {
  if (!(error instanceof ProtocolError)) throw error;
  return netFailed('malformed', 'handshake-malformed', error.kept);
};

function finished(flight: Building): FirstFlight | NetFailure {
  const { hello } = flight;
  if (hello === null) return netFailed('malformed', 'no-server-hello');
  if (hello.version !== flight.sent.version) {
    return netFailed('tls', 'server-version', suiteHex(hello.version));
  }
  return { ...flight, hello };
}

/** Sends a hello and reads the answer; fails where it has another version than the offered one. */
export async function startHandshake(
  client: RecordClient,
  sent: SentHello,
  timeoutMs?: number,
): Promise<FirstFlight | NetFailure> {
  client.write(sent.record);
  return receiveFirstFlight(client, sent, timeoutMs);
}

/** Reads the answer to a sent hello. */
export async function receiveFirstFlight(
  client: RecordClient,
  sent: SentHello,
  timeoutMs = firstFlightTimeoutMs,
): Promise<FirstFlight | NetFailure> {
  const flight: Building = {
    sent,
    hello: null,
    certificates: [],
    keyExchange: null,
    wantsCertificate: false,
    resumed: false,
    ticket: null,
    transcript: [sent.message],
  };
  for (let count = 0; count < maxMessages; count += 1) {
    const received = await client.receive(timeoutMs);
    if (isPassing(received)) continue;
    const resumed = received.kind === 'change-cipher-spec' && flight.hello !== null;
    if (received.kind !== 'message' && !resumed) return failureOf(received);
    try {
      if (received.kind === 'message' && !take(flight, received.message)) continue;
    } catch (error) {
      return malformed(error);
    }
    client.setVersion(sent.version);
    return finished({ ...flight, resumed });
  }
  return netFailed('malformed', 'no-hello-done', maxMessages);
}

/** True for a failure among results. */
export const isFailure = <R extends object>(result: R): result is Extract<R, UnknownBecause> =>
  'reason' in result && 'gap' in result;
