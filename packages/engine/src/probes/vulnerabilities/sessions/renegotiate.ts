import { contentTypes } from '@perimeter/protocols/tls/records/record';
import type { UnknownBecause } from '../../../evidence/observed.ts';
import type { RenegotiationTry } from '../../../evidence/vulnerabilities/flaws/client-renegotiation.ts';
import { receiveFirstFlight, isFailure } from '../../../tls/client/first-flight.ts';
import { type Session, complete } from '../../../tls/client/handshake.ts';
import type { RecordClient } from '../../../tls/client/record-client.ts';
import { actOf } from '../exchange/reaction.ts';
import type { Negotiated, Subject } from '../exchange/subject.ts';
import { answerToRequest } from './passed-over.ts';
import { renegotiatingHello } from './renegotiating-hello.ts';

/** Time limit for the beginning of an answer. */
const patienceMs = 3_000;

/** The same client with the last received event put back. */
function again(client: RecordClient, received: Awaited<ReturnType<RecordClient['receive']>>): RecordClient {
  let kept: typeof received | null = received;
  const receive: RecordClient['receive'] = (timeoutMs) => {
    const next = kept;
    kept = null;
    return next === null ? client.receive(timeoutMs) : Promise.resolve(next);
  };
  return { ...client, receive, slowestMs: client.slowestMs };
}

/** One try: its result, and the session to continue with; failure: of our network, so inconclusive. */
export type Made = { made: RenegotiationTry; session: Session | null } | { failure: UnknownBecause };

const refused = (changes: Partial<RenegotiationTry>): Made => ({
  made: { completed: false, answer: [], answerToRequest: null, failure: null, ...changes },
  session: null,
});

/** One handshake inside the connection, with the extension of RFC 5746 if the server supports it. */
export async function renegotiate(
  client: RecordClient,
  subject: Subject,
  negotiated: Negotiated,
  before: Session,
): Promise<Made> {
  const sent = renegotiatingHello(subject, negotiated, before);
  client.write(client.encode(contentTypes.handshake, sent.message));
  const received = await client.receive(patienceMs);
  if (received.kind === 'alert' || received.kind === 'closed' || received.kind === 'reset')
    return refused({ answer: [actOf(received)] });
  if (received.kind === 'silence') {
    const reaction = await answerToRequest(client, subject);
    return isFailure(reaction)
      ? { failure: reaction }
      : refused({ answer: [{ kind: 'silence' }], answerToRequest: [...reaction] });
  }
  if (received.kind === 'failed') return { failure: received.failure };
  const flight = await receiveFirstFlight(again(client, received), sent);
  if (isFailure(flight)) return refused({ answer: [actOf(received)], failure: flight });
  const session = await complete(client, flight);
  if (isFailure(session)) return refused({ answer: [actOf(received)], failure: session });
  return { made: { completed: true, answer: [], answerToRequest: null, failure: null }, session };
}
