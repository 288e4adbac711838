import { extensionTypes } from '@perimeter/protocols/tls/handshake/extensions';
import { contentTypes } from '@perimeter/protocols/tls/records/record';
import { type Observed, seen, type UnknownBecause, unclear, unobserved, untested } from '../../../evidence/observed.ts';
import { isSilent } from '../../../evidence/vulnerabilities/exchange.ts';
import type {
  ClientRenegotiationTest,
  RenegotiationTry,
} from '../../../evidence/vulnerabilities/flaws/client-renegotiation.ts';
import { helloOf } from '../../../tls/client/hello/legacy-hello.ts';
import type { RecordClient } from '../../../tls/client/record-client.ts';
import { receiveFirstFlight, isFailure } from '../../../tls/client/first-flight.ts';
import { type Session, complete } from '../../../tls/client/handshake.ts';
import { requestFor } from '../exchange/http-request.ts';
import { negotiationOf } from '../exchange/negotiation.ts';
import { actOf, reactionOf } from '../exchange/reaction.ts';
import { type Negotiated, type Subject, meetWith, newestSupported, withoutHandshake } from '../exchange/subject.ts';

type ClientRenegotiation = Observed<ClientRenegotiationTest>;

/** So many are tried, one after the other on one connection. */
const maxTries = 10;
/** Between two tries: an attacker would not wait. */
const pauseMs = 100;
/** How long the first sign of an answer may take. */
const patienceMs = 3_000;
/** A server that ends a connection after the handshake by itself does so at once. */
const ownEndMs = 250;

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, pauseMs));

/** One try: what came of it, and the session to go on with; failure: our own network's, which says nothing. */
type Made = { made: RenegotiationTry; session: Session | null } | { failure: UnknownBecause };

const refused = (changes: Partial<RenegotiationTry>): Made => ({
  made: { completed: false, answer: [], answerToRequest: null, failure: null, ...changes },
  session: null,
});

/** One handshake inside the connection, as RFC 5746 has it where the server knows that. */
async function renegotiate(
  client: RecordClient,
  subject: Subject,
  { version, suites }: Negotiated,
  before: Session,
): Promise<Made> {
  const isSecure = before.flight.hello.extensions.has(extensionTypes.renegotiationInfo);
  const renegotiation = isSecure ? before.clientVerifyData : null;
  const sent = helloOf({ version, suites, serverName: subject.endpoint.serverName, renegotiation });
  client.write(client.encode(contentTypes.handshake, sent.message));
  const received = await client.receive(patienceMs);
  if (received.kind === 'alert' || received.kind === 'closed' || received.kind === 'reset')
    return refused({ answer: [actOf(received)] });
  if (received.kind === 'silence') return ignoredOrMute(client, subject);
  if (received.kind === 'failed') return { failure: received.failure };
  const flight = await receiveFirstFlight(again(client, received), sent);
  if (isFailure(flight)) return refused({ answer: [actOf(received)], failure: flight });
  const session = await complete(client, flight);
  if (isFailure(session)) return refused({ answer: [actOf(received)], failure: session });
  return { made: { completed: true, answer: [], answerToRequest: null, failure: null }, session };
}

/** The same client with what was received last still to be received. */
function again(client: RecordClient, received: Awaited<ReturnType<RecordClient['receive']>>): RecordClient {
  let kept: typeof received | null = received;
  const receive: RecordClient['receive'] = (timeoutMs) => {
    const next = kept;
    kept = null;
    return next === null ? client.receive(timeoutMs) : Promise.resolve(next);
  };
  return { ...client, receive, slowestMs: client.slowestMs };
}

/** Silence: a request that is answered all the same shows that the hello was passed over. */
async function ignoredOrMute(client: RecordClient, subject: Subject): Promise<Made> {
  const request = requestFor(subject.endpoint.serverName, subject.userAgent);
  client.write(client.encode(contentTypes.applicationData, request));
  const reaction = await reactionOf(client);
  if (isFailure(reaction)) return { failure: reaction };
  if (!isSilent(reaction)) return refused({ answer: [{ kind: 'silence' }], answerToRequest: [...reaction] });
  return { failure: { reason: 'timeout', gap: 'silent-to-renegotiation' } };
}

async function tryAll(
  client: RecordClient,
  subject: Subject,
  negotiated: Negotiated,
  first: Session,
  signal: AbortSignal,
): Promise<ClientRenegotiation> {
  const negotiation = negotiationOf(first.flight);
  const tries: RenegotiationTry[] = [];
  let session: Session | null = first;
  while (session !== null && tries.length < maxTries) {
    const result = await renegotiate(client, subject, negotiated, session);
    // Our own time was up: what was accepted until then was all that was tried.
    if (signal.aborted && tries.length > 0) break;
    if ('failure' in result) {
      const { failure } = result;
      if (tries.length === 0) return unobserved(failure);
      tries.push({ completed: false, answer: [], answerToRequest: null, failure });
      break;
    }
    tries.push(result.made);
    session = result.session;
    if (session !== null) await pause();
  }
  return seen({ negotiation, tries });
}

async function endsByItself(client: RecordClient): Promise<boolean> {
  const received = await client.receive(ownEndMs);
  return received.kind !== 'silence' && received.kind !== 'data' && received.kind !== 'message';
}

/** CVE-2011-1473: how often a client may make the server shake hands again on one connection. */
export async function testClientRenegotiation(subject: Subject, signal: AbortSignal): Promise<ClientRenegotiation> {
  const negotiated = newestSupported(subject.endpoint);
  if (negotiated === null) return untested(withoutHandshake(subject.endpoint, 'no-suite-up-to-tls12'));
  const { version, suites } = negotiated;
  const met = await meetWith(subject, { version, suites, serverName: subject.endpoint.serverName }, signal);
  if (isFailure(met)) return unobserved(met);
  const { client } = met;
  try {
    const session = await complete(client, met.flight);
    if (isFailure(session)) return unobserved(session);
    if (await endsByItself(client)) {
      return unclear('closed', 'ends-by-itself');
    }
    return await tryAll(client, subject, negotiated, session, signal);
  } finally {
    client.close();
  }
}
