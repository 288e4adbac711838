import { heartbeat } from '@perimeter/protocols/tls/handshake/client-extensions';
import { type Observed, seen, type UnknownBecause, unobserved, untested } from '../../../evidence/observed.ts';
import {
  type HeartbleedTest,
  knowsHeartbeats,
  readHeartbleed,
} from '../../../evidence/vulnerabilities/flaws/heartbleed.ts';
import { isFailure } from '../../../tls/client/first-flight.ts';
import { complete } from '../../../tls/client/handshake.ts';
import { negotiationOf } from '../exchange/negotiation.ts';
import {
  type Met,
  type Negotiated,
  type Subject,
  meetWith,
  speaksOnlyTls13,
  negotiableVersions,
  suitesToOffer,
} from '../exchange/subject.ts';
import { isAnswered, sendHeartbeats } from './heartbeats.ts';

type Heartbleed = Observed<HeartbleedTest>;
type Attempt = HeartbleedTest['attempts'][number];

async function ask(subject: Subject, negotiated: Negotiated, signal: AbortSignal): Promise<Met | UnknownBecause> {
  const { serverName } = subject.endpoint;
  const offer = { version: negotiated.version, suites: suitesToOffer(negotiated), serverName, extras: [heartbeat] };
  return meetWith(subject, offer, signal);
}

/** Tests during the handshake, as in the original attack; if the server does not answer there, after it. */
async function testVersion(
  subject: Subject,
  negotiated: Negotiated,
  signal: AbortSignal,
): Promise<Attempt[] | UnknownBecause> {
  const early = await ask(subject, negotiated, signal);
  if (isFailure(early)) return early;
  const first: Attempt = { negotiation: negotiationOf(early.flight), phase: 'during-handshake', requests: [] };
  if (knowsHeartbeats(first.negotiation)) first.requests = await sendHeartbeats(early.client);
  early.client.close();
  if (first.requests.length === 0 || first.requests.some(isAnswered)) return [first];
  const late = await ask(subject, negotiated, signal);
  if (isFailure(late)) return late;
  const session = await complete(late.client, late.flight);
  const after: Attempt = { negotiation: negotiationOf(late.flight), phase: 'after-handshake', requests: [] };
  if (!isFailure(session)) after.requests = await sendHeartbeats(late.client);
  late.client.close();
  return [first, after];
}

/** True where the server negotiates heartbeats but answered none, not even the honest one. */
const isUnheard = ({ negotiation, requests: sent }: Attempt): boolean =>
  knowsHeartbeats(negotiation) && !sent.some(isAnswered);

/** CVE-2014-0160 in each accepted TLS version, if the server supports heartbeats. */
export async function testHeartbleed(subject: Subject, signal: AbortSignal): Promise<Heartbleed> {
  const attempts: Attempt[] = [];
  let gap: UnknownBecause | null = null;
  const versions = negotiableVersions(subject.endpoint).filter(({ version }) => version !== 'SSLv3');
  if (versions.length === 0) return untested('no-tls-up-to-12');
  for (const negotiated of versions) {
    const made = await testVersion(subject, negotiated, signal);
    if (isFailure(made)) {
      gap = made;
      continue;
    }
    attempts.push(...made);
    const test = { ruledOut: null, attempts };
    if (readHeartbleed(test).vulnerable) return seen(test);
    const last = made.at(-1);
    if (last !== undefined && isUnheard(last)) gap = { reason: 'timeout', gap: 'no-heartbeat-answered' };
  }
  return gap === null ? seen({ ruledOut: null, attempts }) : unobserved(gap);
}

/** The result without a connection: a server without heartbeats cannot leak. */
export function heartbleedKnown({ endpoint }: Subject): Heartbleed | null {
  const { heartbeat: offered } = endpoint;
  if (speaksOnlyTls13(endpoint)) return seen({ ruledOut: 'tls13-only', attempts: [] });
  return offered.known && !offered.value ? seen({ ruledOut: 'not-echoed', attempts: [] }) : null;
}
