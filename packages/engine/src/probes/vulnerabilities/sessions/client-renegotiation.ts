import { type Observed, seen, unclear, unobserved, untested } from '../../../evidence/observed.ts';
import type {
  ClientRenegotiationTest,
  RenegotiationTry,
} from '../../../evidence/vulnerabilities/flaws/client-renegotiation.ts';
import type { RecordClient } from '../../../tls/client/record-client.ts';
import { isFailure } from '../../../tls/client/first-flight.ts';
import { type Session, complete } from '../../../tls/client/handshake.ts';
import { negotiationOf } from '../exchange/negotiation.ts';
import { type Negotiated, type Subject, meetWith, newestSupported, withoutHandshake } from '../exchange/subject.ts';
import { renegotiate } from './renegotiate.ts';

type ClientRenegotiation = Observed<ClientRenegotiationTest>;

/** Renegotiations attempted in sequence on one connection. */
const maxTries = 10;
/** Pause between two tries in milliseconds. */
const pauseMs = 100;
/** A server that always closes after the handshake does so at once. */
const ownEndMs = 250;

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, pauseMs));

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
    // The time is up: the accepted tries so far are all tries.
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

/** CVE-2011-1473: how often a client can renegotiate on one connection. */
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
