import { alertText } from '@perimeter/protocols/tls/alert';
import { extensionTypes } from '@perimeter/protocols/tls/extensions';
import { contentTypes } from '@perimeter/protocols/tls/record';
import type { NetFailure } from '../../evidence/observed.ts';
import { seen, unseen } from '../../evidence/observed.ts';
import type { VulnerabilityEndpoint } from '../../evidence/vulnerabilities/schema.ts';
import { helloOf } from '../../tls/client/hello/legacy-hello.ts';
import type { Conversation } from '../../tls/client/client.ts';
import { hearFirstFlight, isFailure } from '../../tls/client/first-flight.ts';
import type { Session } from '../../tls/client/handshake.ts';
import { complete } from '../../tls/client/handshake.ts';
import { requestFor } from './http-request.ts';
import { handshakeLine } from './proof.ts';
import { reactionOf } from './reaction.ts';
import type { Spoken, Subject } from './subject.ts';
import { meetWith, newestSpoken, withoutHandshake } from './subject.ts';

type ClientRenegotiation = VulnerabilityEndpoint['clientRenegotiation'];

/** So many are tried, one after the other on one connection. */
const maxTries = 10;
/** Between two tries: an attacker would not wait. */
const pauseMs = 100;
/** How long the first sign of an answer may take. */
const patienceMs = 3_000;
/** A server that ends a connection after the handshake by itself does so at once. */
const ownEndMs = 250;

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, pauseMs));

type Try = { session: Session } | { refused: string } | { failure: NetFailure };

/** One handshake inside the connection, as RFC 5746 has it where the server knows that. */
async function renegotiate(
  conversation: Conversation,
  subject: Subject,
  { version, suites }: Spoken,
  before: Session,
): Promise<Try> {
  const isSecure = before.flight.hello.extensions.has(extensionTypes.renegotiationInfo);
  const renegotiation = isSecure ? before.clientVerifyData : null;
  const sent = helloOf({ version, suites, serverName: subject.endpoint.serverName, renegotiation });
  conversation.write(conversation.encode(contentTypes.handshake, sent.message));
  const heard = await conversation.hear(patienceMs);
  if (heard.kind === 'alert') return { refused: alertText(heard.alert) };
  if (heard.kind === 'closed' || heard.kind === 'reset') return { refused: `connection ${heard.kind}` };
  if (heard.kind === 'silence') return ignoredOrMute(conversation, subject);
  if (heard.kind === 'failed') return { failure: heard.failure };
  const flight = await hearFirstFlight(again(conversation, heard), sent);
  if (isFailure(flight)) return { refused: flight.detail };
  const session = await complete(conversation, flight);
  return isFailure(session) ? { refused: session.detail } : { session };
}

/** The same conversation with what was heard last still to be heard. */
function again(conversation: Conversation, heard: Awaited<ReturnType<Conversation['hear']>>): Conversation {
  let kept: typeof heard | null = heard;
  const hear: Conversation['hear'] = (timeoutMs) => {
    const next = kept;
    kept = null;
    return next === null ? conversation.hear(timeoutMs) : Promise.resolve(next);
  };
  return { ...conversation, hear, slowestMs: conversation.slowestMs };
}

/** Silence: a request that is answered all the same shows that the hello was passed over. */
async function ignoredOrMute(conversation: Conversation, subject: Subject): Promise<Try> {
  const request = requestFor(subject.endpoint.serverName, subject.userAgent);
  conversation.write(conversation.encode(contentTypes.applicationData, request));
  const reaction = await reactionOf(conversation);
  if (isFailure(reaction)) return { failure: reaction };
  if (!reaction.isSilent) return { refused: `no answer to the hello, and to a request after it: ${reaction.text}` };
  return { failure: { reason: 'timeout', detail: 'Server was silent after a renegotiating ClientHello' } };
}

async function tryAll(
  conversation: Conversation,
  subject: Subject,
  spoken: Spoken,
  first: Session,
  signal: AbortSignal,
): Promise<ClientRenegotiation> {
  const proof = [handshakeLine(first.flight)];
  let session = first;
  for (let accepted = 0; accepted < maxTries; accepted += 1) {
    const result = await renegotiate(conversation, subject, spoken, session);
    // Our own time was up: what was accepted until then was all that was tried.
    if (signal.aborted && accepted > 0) return seen({ accepted, tried: accepted, proof });
    if ('failure' in result) {
      if (accepted === 0) return unseen(result.failure.reason, result.failure.detail);
      proof.push(`Renegotiation ${accepted + 1}: ${result.failure.detail}`);
      return seen({ accepted, tried: accepted + 1, proof });
    }
    if ('refused' in result) {
      proof.push(`Renegotiation ${accepted + 1}: ${result.refused}`);
      return seen({ accepted, tried: accepted + 1, proof });
    }
    proof.push(`Renegotiation ${accepted + 1}: a whole handshake`);
    session = result.session;
    await pause();
  }
  return seen({ accepted: maxTries, tried: maxTries, proof });
}

async function endsByItself(conversation: Conversation): Promise<boolean> {
  const heard = await conversation.hear(ownEndMs);
  return heard.kind !== 'silence' && heard.kind !== 'data' && heard.kind !== 'message';
}

/** CVE-2011-1473: how often a client may make the server shake hands again on one connection. */
export async function testClientRenegotiation(subject: Subject, signal: AbortSignal): Promise<ClientRenegotiation> {
  const spoken = newestSpoken(subject.endpoint);
  if (spoken === null)
    return unseen(
      'not-tested',
      withoutHandshake(subject.endpoint, 'No suite up to TLS 1.2 in which a handshake can be made here'),
    );
  const { version, suites } = spoken;
  const met = await meetWith(subject, { version, suites, serverName: subject.endpoint.serverName }, signal);
  if (isFailure(met)) return unseen(met.reason, met.detail);
  const { conversation } = met;
  try {
    const session = await complete(conversation, met.flight);
    if (isFailure(session)) return unseen(session.reason, session.detail);
    if (await endsByItself(conversation)) {
      return unseen('closed', 'The server ends connections by itself, before a renegotiation can be tried');
    }
    return await tryAll(conversation, subject, spoken, session, signal);
  } finally {
    conversation.close();
  }
}
