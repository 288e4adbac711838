import { randomBytes, X509Certificate } from 'node:crypto';
import { contentTypes } from '@perimeter/protocols/tls/records/record';
import { type Observed, seen, type UnknownBecause, unclear, unobserved, untested } from '../../../evidence/observed.ts';
import { type CrossNameTest, isWorthResuming } from '../../../evidence/vulnerabilities/flaws/cross-name.ts';
import type { RecordClient } from '../../../tls/client/record-client.ts';
import { isFailure } from '../../../tls/client/first-flight.ts';
import { type Session, completeResumed } from '../../../tls/client/handshake.ts';
import { firstSession } from '../exchange/first-session.ts';
import { requestFor, statusIn } from '../exchange/http-request.ts';
import { negotiationOf } from '../exchange/negotiation.ts';
import { type Negotiated, type Subject, meetWith, newestSupported, withoutHandshake } from '../exchange/subject.ts';

type CrossName = Observed<CrossNameTest>;
type Resumption = NonNullable<CrossNameTest['resumption']>;

const responseTimeoutMs = 3_000;

function parsed(der: Uint8Array | undefined): X509Certificate | null {
  try {
    return der === undefined ? null : new X509Certificate(der);
  } catch {
    return null;
  }
}

async function leafFor(subject: Subject, negotiated: Negotiated, serverName: string, signal: AbortSignal) {
  const { version, suites } = negotiated;
  const met = await meetWith(subject, { version, suites, serverName }, signal);
  if (isFailure(met)) return met;
  met.client.close();
  const leaf = parsed(met.flight.certificates[0]);
  return leaf ?? ({ reason: 'malformed', gap: 'certificate-unreadable' } as const);
}

/** The status of the other name's first page over the resumed connection; null without an answer, undefined for silence. */
async function statusOver(client: RecordClient, host: string, userAgent: string): Promise<number | null | undefined> {
  client.write(client.encode(contentTypes.applicationData, requestFor(host, userAgent)));
  for (let count = 0; count < 4; count += 1) {
    const received = await client.receive(responseTimeoutMs);
    if (received.kind === 'silence') return undefined;
    if (received.kind === 'data' && received.content.length > 0) return statusIn(received.content);
    if (received.kind !== 'data' && received.kind !== 'message') return null;
  }
  return null;
}

/** The session was resumed, but whether the server serves the other name is unknown. */
const silentAfterResumption: UnknownBecause = { reason: 'timeout', gap: 'silent-after-resumption' };

async function resumeAs(
  subject: Subject,
  otherName: string,
  session: Session,
  signal: AbortSignal,
): Promise<Resumption | UnknownBecause> {
  const { hello, sent } = session.flight;
  const { ticket } = session;
  // The ticket is offered with our own session id, whose echo shows the resumption (RFC 5077 section 3.4).
  const sessionId = ticket === null ? hello.sessionId : new Uint8Array(randomBytes(32));
  const negotiated = newestSupported(subject.endpoint);
  if (negotiated === null || negotiated.wire !== sent.version) return { reason: 'tls', gap: 'version-changed' };
  const offer = { version: negotiated.version, suites: [hello.suite], serverName: otherName, sessionId };
  const met = await meetWith(subject, ticket === null ? offer : { ...offer, ticket }, signal);
  if (isFailure(met)) return met.reason === 'tls' ? { resumed: false, status: null, failure: met } : met;
  const { client, flight } = met;
  try {
    if (!flight.resumed) return { resumed: false, status: null, failure: null };
    const resumed = await completeResumed(client, flight, session);
    if (isFailure(resumed)) return { resumed: true, status: null, failure: resumed };
    const status = await statusOver(client, otherName, subject.userAgent);
    return status === undefined ? silentAfterResumption : { resumed: true, status, failure: null };
  } finally {
    client.close();
  }
}

const sha256Of = ({ fingerprint256 }: X509Certificate): string => fingerprint256.replaceAll(':', '').toLowerCase();

async function testName(
  subject: Subject,
  negotiated: Negotiated,
  otherName: string,
  signal: AbortSignal,
): Promise<CrossName> {
  const other = await leafFor(subject, negotiated, otherName, signal);
  if (isFailure(other)) return unobserved(other);
  const session = await firstSession(subject, negotiated, signal);
  if (isFailure(session)) return unobserved(session);
  const leaf = parsed(session.flight.certificates[0]);
  if (leaf === null) return unclear('malformed', 'certificate-unreadable');
  const test: CrossNameTest = {
    otherName,
    negotiation: negotiationOf(session.flight),
    leafSha256: sha256Of(leaf),
    otherLeafSha256: sha256Of(other),
    coversOther: leaf.checkHost(otherName) !== undefined,
    resumable: session.ticket !== null || session.flight.hello.sessionId.length > 0,
    resumption: null,
  };
  if (!isWorthResuming(test)) return seen(test);
  const resumption = await resumeAs(subject, otherName, session, signal);
  if ('reason' in resumption) return unobserved(resumption);
  return seen({ ...test, resumption });
}

/** Whether a session of one name is resumed for another name at the address (forbidden by RFC 6066 section 3). */
export async function testCrossName(
  subject: Subject,
  otherNames: readonly string[],
  signal: AbortSignal,
): Promise<CrossName> {
  const negotiated = newestSupported(subject.endpoint);
  if (negotiated === null) return untested(withoutHandshake(subject.endpoint, 'no-suite-up-to-tls12'));
  const [otherName] = otherNames;
  if (otherName === undefined) return untested('one-name-only');
  return testName(subject, negotiated, otherName, signal);
}
