import type { CbcFlaw } from '@perimeter/protocols/tls/records/cbc-plaintext';
import { finishedMessage, noCertificate } from '@perimeter/protocols/tls/handshake/client-key-exchange';
import { decodeNewSessionTicket } from '@perimeter/protocols/tls/handshake/new-session-ticket';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { contentTypes } from '@perimeter/protocols/tls/records/record';
import { handshakeTypes } from '@perimeter/protocols/tls/handshake/handshake';
import { suiteName } from '@perimeter/protocols/tls/registry/suites';
import { type NetFailure, type UnknownBecause, netFailed } from '../../evidence/observed.ts';
import type { RecordClient } from './record-client.ts';
import { type FirstFlight, failureOf, isFailure, isPassing, maxMessages } from './first-flight.ts';
import { agree } from './key-agreement.ts';
import { type Prf, connectionKeys, masterSecret, verifyData } from './keys/key-derivation.ts';
import { openerFor, sealerFor } from './keys/record-protection.ts';
import { type SuiteAlgorithms, algorithmsOf } from './keys/suite-algorithms.ts';

/** The one byte of a ChangeCipherSpec (RFC 5246 section 7.1). */
export const changeCipherSpec = Uint8Array.of(1);

/** Secrets of a connection, as far as one side has agreed on them. */
export interface Secrets {
  algorithms: SuiteAlgorithms;
  prf: Prf;
  master: Uint8Array;
}

/** A handshake that both sides completed. */
export interface Session extends Secrets {
  flight: FirstFlight;
  /** The client's verify_data, which a renegotiation names (RFC 5746 section 3.5). */
  clientVerifyData: Uint8Array;
  ticket: Uint8Array | null;
  resumed: boolean;
}

const finishTimeoutMs = 5_000;

/** The algorithms of the chosen suite. */
export function algorithmsFor({
  hello,
  sent,
}: FirstFlight): { algorithms: SuiteAlgorithms; prf: Prf } | UnknownBecause {
  const algorithms = algorithmsOf(hello.suite);
  if (algorithms === null) return { reason: 'tls', gap: 'suite-unsupported', values: [suiteName(hello.suite)] };
  return { algorithms, prf: { version: sent.version, prfHash: algorithms.prfHash } };
}

/** Randoms of both hellos. */
export const randomsOf = ({ sent, hello }: FirstFlight) => ({ client: sent.random, server: hello.random });

/** Installs the keys for our records; the server's are decrypted from its ChangeCipherSpec on. */
function startProtection(client: RecordClient, flight: FirstFlight, { algorithms, prf, master }: Secrets) {
  const keys = connectionKeys(prf, algorithms, master, randomsOf(flight));
  return {
    write: () => client.protectWriting(sealerFor(algorithms, keys.client, prf.version)),
    read: () => client.protectReading(openerFor(algorithms, keys.server, prf.version)),
  };
}

type Protection = ReturnType<typeof startProtection>;

/** A sent second flight with its pending answer. */
export interface Pending extends Secrets {
  flight: FirstFlight;
  protection: Protection;
  clientVerifyData: Uint8Array;
}

function ownFinished(client: RecordClient, flight: FirstFlight, { prf, master }: Secrets, flaw: CbcFlaw) {
  const clientVerifyData = verifyData(prf, 'client', master, flight.transcript);
  const message = finishedMessage(clientVerifyData);
  flight.transcript.push(message);
  return { clientVerifyData, record: client.encode(contentTypes.handshake, message, flaw) };
}

/** Sends key exchange, ChangeCipherSpec and Finished in one segment; the Finished record may be malformed. */
export function answerFlight(
  client: RecordClient,
  flight: FirstFlight,
  finishedFlaw: CbcFlaw = 'none',
): Pending | UnknownBecause {
  const algorithms = algorithmsFor(flight);
  if (isFailure(algorithms)) return algorithms;
  const agreed = agree(flight);
  if (isFailure(agreed)) return agreed;
  const messages = flight.wantsCertificate ? [noCertificate, agreed.message] : [agreed.message];
  flight.transcript.push(...messages);
  const secrets = { ...algorithms, master: masterSecret(algorithms.prf, agreed.premaster, randomsOf(flight)) };
  const records = messages.map((message) => client.encode(contentTypes.handshake, message));
  records.push(client.encode(contentTypes.changeCipherSpec, changeCipherSpec));
  const protection = startProtection(client, flight, secrets);
  protection.write();
  const { clientVerifyData, record } = ownFinished(client, flight, secrets, finishedFlaw);
  client.write(...records, record);
  return { ...secrets, flight, protection, clientVerifyData };
}

/** Reads ticket, ChangeCipherSpec and Finished; fails on anything else. */
export async function receiveFinished(client: RecordClient, pending: Pending): Promise<Session | NetFailure> {
  const { flight, protection } = pending;
  let ticket = flight.ticket;
  for (let count = 0; count < maxMessages; count += 1) {
    const received = await client.receive(finishTimeoutMs);
    if (isPassing(received)) continue;
    if (received.kind === 'change-cipher-spec') protection.read();
    else if (received.kind !== 'message') return failureOf(received);
    else {
      const { type, body, whole } = received.message;
      flight.transcript.push(whole);
      if (type === handshakeTypes.newSessionTicket) ticket = ticketIn(body);
      if (type === handshakeTypes.finished) return { ...pending, ticket, resumed: false };
    }
  }
  return netFailed('malformed', 'no-finished', maxMessages);
}

function ticketIn(body: Uint8Array): Uint8Array | null {
  try {
    const { ticket } = decodeNewSessionTicket(body);
    return ticket.length === 0 ? null : ticket;
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return null;
  }
}

const ends: ReadonlySet<UnknownBecause['reason']> = new Set(['tls', 'closed', 'reset']);

/** The failure of a correct handshake; if the server requested a client certificate, its absence is the reason. */
export function forWantOfCertificate({ wantsCertificate }: FirstFlight, failure: UnknownBecause): UnknownBecause {
  if (!wantsCertificate || !ends.has(failure.reason)) return failure;
  return { reason: 'tls', gap: 'client-certificate-wanted', values: [failure.reason] };
}

/** Completes a handshake after its first flight. */
export async function complete(client: RecordClient, flight: FirstFlight): Promise<Session | UnknownBecause> {
  const pending = answerFlight(client, flight);
  if (isFailure(pending)) return pending;
  const session = await receiveFinished(client, pending);
  return isFailure(session) ? forWantOfCertificate(flight, session) : session;
}

/** Completes an abbreviated handshake (RFC 5246 section 7.3) with the secrets of the session that is resumed. */
export async function completeResumed(
  client: RecordClient,
  flight: FirstFlight,
  { algorithms, prf, master }: Secrets,
): Promise<Session | NetFailure> {
  const secrets = { algorithms, prf, master };
  const protection = startProtection(client, flight, secrets);
  protection.read();
  const received = await client.receive(finishTimeoutMs);
  if (received.kind !== 'message' || received.message.type !== handshakeTypes.finished) return failureOf(received);
  flight.transcript.push(received.message.whole);
  const change = client.encode(contentTypes.changeCipherSpec, changeCipherSpec);
  protection.write();
  const { clientVerifyData, record } = ownFinished(client, flight, secrets, 'none');
  client.write(change, record);
  return { ...secrets, flight, clientVerifyData, ticket: flight.ticket, resumed: true };
}
