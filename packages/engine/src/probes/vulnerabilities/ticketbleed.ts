import { randomBytes } from 'node:crypto';
import { sameBytes } from '@perimeter/protocols/bytes';
import type { NetFailure } from '../../evidence/observed.ts';
import { seen, unseen } from '../../evidence/observed.ts';
import type { VulnerabilityEndpoint } from '../../evidence/vulnerabilities/schema.ts';
import { isFailure } from '../../tls/client/first-flight.ts';
import type { Session } from '../../tls/client/handshake.ts';
import { complete } from '../../tls/client/handshake.ts';
import { handshakeLine, quoted } from './proof.ts';
import type { Spoken, Subject } from './subject.ts';
import { meetWith, newestSpoken, withoutHandshake } from './subject.ts';

type Ticketbleed = VulnerabilityEndpoint['ticketbleed'];

/** Shorter than the 32 bytes that servers make themselves; the flaw fills it up from memory. */
const sessionIdBytes = 16;
const tries = 2;
const nothing = new Uint8Array(0);

/** A ticket by a whole handshake, null where the server gives none. */
export async function getTicket(
  subject: Subject,
  { version, suites }: Spoken,
  signal: AbortSignal,
): Promise<Session | NetFailure> {
  const { serverName } = subject.endpoint;
  const met = await meetWith(subject, { version, suites, serverName, ticket: nothing }, signal);
  if (isFailure(met)) return met;
  const session = await complete(met.conversation, met.flight);
  met.conversation.close();
  return session;
}

interface Echo {
  bleeds: boolean;
  line: string;
}

/** Offers the ticket under a short session id; what is quoted of an answer is only our own part of it. */
async function resume(
  subject: Subject,
  { version }: Spoken,
  session: Session & { ticket: Uint8Array },
  signal: AbortSignal,
): Promise<Echo | NetFailure> {
  const sessionId = new Uint8Array(randomBytes(sessionIdBytes));
  const suites = [session.flight.hello.suite];
  const { serverName } = subject.endpoint;
  const met = await meetWith(subject, { version, suites, serverName, ticket: session.ticket, sessionId }, signal);
  if (isFailure(met)) return met;
  met.conversation.close();
  const echoed = met.flight.hello.sessionId;
  const own = echoed.subarray(0, sessionIdBytes);
  const bleeds = echoed.length > sessionIdBytes && sameBytes(own, sessionId);
  const tail = bleeds ? `, of which ${echoed.length - sessionIdBytes} are not ours and were not read` : '';
  const how = met.flight.resumed ? 'resumed' : 'not resumed';
  const shown = echoed.length === 0 ? 'no session id' : `a session id of ${echoed.length} bytes${tail}`;
  return { bleeds, line: `Ticket with session id ${quoted(sessionId)}: ${how}, ServerHello has ${shown}` };
}

/** CVE-2016-9244: a resumed session echoes the client's session id, and no more than that. */
export async function testTicketbleed(subject: Subject, signal: AbortSignal): Promise<Ticketbleed> {
  const spoken = newestSpoken(subject.endpoint);
  if (spoken === null)
    return unseen(
      'not-tested',
      withoutHandshake(subject.endpoint, 'No suite up to TLS 1.2 in which a handshake can be made here'),
    );
  const session = await getTicket(subject, spoken, signal);
  if (isFailure(session)) return unseen(session.reason, session.detail);
  const { ticket } = session;
  const proof = [handshakeLine(session.flight)];
  if (ticket === null) return seen({ vulnerable: false, proof: [...proof, 'The server gave no session ticket'] });
  proof.push(`The server gave a session ticket of ${ticket.length} bytes`);
  for (let count = 0; count < tries; count += 1) {
    const echo = await resume(subject, spoken, { ...session, ticket }, signal);
    if (isFailure(echo)) {
      if (echo.reason === 'tls') return seen({ vulnerable: false, proof: [...proof, echo.detail] });
      return unseen(echo.reason, echo.detail);
    }
    proof.push(echo.line);
    if (!echo.bleeds) return seen({ vulnerable: false, proof: [...proof, 'Nothing foreign was echoed'] });
  }
  return seen({ vulnerable: true, proof: [...proof, `Foreign bytes were echoed in ${tries} of ${tries} tries`] });
}

/** What is known without a connection. */
export function ticketbleedKnown({ endpoint: { tickets } }: Subject): Ticketbleed | null {
  const hasNone = tickets.known && tickets.value.tls12LifetimeHint === null && tickets.value.tls13Lifetime === null;
  return hasNone ? seen({ vulnerable: false, proof: ['The server gave no session ticket'] }) : null;
}
