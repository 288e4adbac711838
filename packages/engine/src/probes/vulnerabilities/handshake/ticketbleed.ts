import { randomBytes } from 'node:crypto';
import { sameBytes, toHex } from '@perimeter/protocols/bytes';
import { type Observed, seen, unobserved, untested } from '../../../evidence/observed.ts';
import { hasForeignBytes, type TicketbleedTest } from '../../../evidence/vulnerabilities/flaws/ticketbleed.ts';
import { isFailure } from '../../../tls/client/first-flight.ts';
import type { Session } from '../../../tls/client/handshake.ts';
import { firstSession } from '../exchange/first-session.ts';
import { negotiationOf } from '../exchange/negotiation.ts';
import { type Negotiated, type Subject, meetWith, newestSupported, withoutHandshake } from '../exchange/subject.ts';

type Ticketbleed = Observed<TicketbleedTest>;
type Resumption = TicketbleedTest['resumptions'][number];

/** Shorter than the 32 bytes of servers' own ids; a vulnerable server pads it with memory. */
const sessionIdBytes = 16;
const tries = 2;

/** Offers the ticket with a short session id; only the length and the beginning of the echo are used. */
async function resume(
  subject: Subject,
  { version }: Negotiated,
  session: Session & { ticket: Uint8Array },
  signal: AbortSignal,
): Promise<Resumption> {
  const sessionId = new Uint8Array(randomBytes(sessionIdBytes));
  const suites = [session.flight.hello.suite];
  const { serverName } = subject.endpoint;
  const met = await meetWith(subject, { version, suites, serverName, ticket: session.ticket, sessionId }, signal);
  if (isFailure(met)) return { sessionId: toHex(sessionId), answer: unobserved(met) };
  met.client.close();
  const echoed = met.flight.hello.sessionId;
  const beginsWithSent = sameBytes(echoed.subarray(0, sessionIdBytes), sessionId);
  const answer = seen({ resumed: met.flight.resumed, echoedBytes: echoed.length, beginsWithSent });
  return { sessionId: toHex(sessionId), answer };
}

/** CVE-2016-9244: a resumed session must echo exactly the client's session id. */
export async function testTicketbleed(subject: Subject, signal: AbortSignal): Promise<Ticketbleed> {
  const negotiated = newestSupported(subject.endpoint);
  if (negotiated === null) return untested(withoutHandshake(subject.endpoint, 'no-suite-up-to-tls12'));
  const session = await firstSession(subject, negotiated, signal);
  if (isFailure(session)) return unobserved(session);
  const { ticket } = session;
  const negotiation = negotiationOf(session.flight);
  if (ticket === null) return seen({ negotiation, ticketBytes: null, resumptions: [] });
  const resumptions: Resumption[] = [];
  for (let count = 0; count < tries; count += 1) {
    const made = await resume(subject, negotiated, { ...session, ticket }, signal);
    const { answer } = made;
    if (!answer.known && answer.failure.reason !== 'tls') return answer;
    resumptions.push(made);
    if (!hasForeignBytes(made)) break;
  }
  return seen({ negotiation, ticketBytes: ticket.length, resumptions });
}

/** The result without a connection. */
export function ticketbleedKnown({ endpoint: { tickets } }: Subject): Ticketbleed | null {
  const hasNone = tickets.known && tickets.value.tls12LifetimeHint === null && tickets.value.tls13Lifetime === null;
  return hasNone ? seen({ negotiation: null, ticketBytes: null, resumptions: [] }) : null;
}
