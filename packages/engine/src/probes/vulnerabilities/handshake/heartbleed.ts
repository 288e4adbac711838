import { toHex } from '@perimeter/protocols/bytes';
import { heartbeat } from '@perimeter/protocols/tls/handshake/client-extensions';
import { honestHeartbeat, overlongHeartbeat, paddinglessHeartbeat } from '@perimeter/protocols/tls/records/heartbeat';
import { contentTypes } from '@perimeter/protocols/tls/records/record';
import { type Observed, seen, type UnknownBecause, unobserved, untested } from '../../../evidence/observed.ts';
import {
  type HeartbeatRequest,
  type HeartbleedTest,
  knowsHeartbeats,
  readHeartbleed,
} from '../../../evidence/vulnerabilities/flaws/heartbleed.ts';
import type { RecordClient } from '../../../tls/client/record-client.ts';
import { isFailure } from '../../../tls/client/first-flight.ts';
import { complete } from '../../../tls/client/handshake.ts';
import { negotiationOf } from '../exchange/negotiation.ts';
import { actOf } from '../exchange/reaction.ts';
import {
  type Met,
  type Negotiated,
  type Subject,
  meetWith,
  speaksOnlyTls13,
  negotiableVersions,
  suitesToOffer,
} from '../exchange/subject.ts';

type Heartbleed = Observed<HeartbleedTest>;
type Attempt = HeartbleedTest['attempts'][number];

const payload = new TextEncoder().encode('perimeter-audit!');
/** By so much the last request claims more than the message holds. */
const excessBytes = 16;
const patienceMs = 1_500;
/** Type and payload length stand before the payload (RFC 6520 section 4). */
const headerBytes = 3;

const requests = {
  honest: { message: honestHeartbeat(payload), claimedBytes: payload.length },
  'claims-padding': { message: paddinglessHeartbeat(payload), claimedBytes: payload.length + excessBytes },
  'claims-excess': { message: overlongHeartbeat(payload, excessBytes), claimedBytes: payload.length + excessBytes },
} as const;

/** Sends one heartbeat message; of an answer nothing but its length is taken. */
async function beat(client: RecordClient, kind: HeartbeatRequest['kind']): Promise<HeartbeatRequest> {
  const { message, claimedBytes } = requests[kind];
  client.write(client.encode(contentTypes.heartbeat, message));
  const answer = actOf(await client.receive(patienceMs));
  return { kind, claimedBytes, suppliedBytes: message.length - headerBytes, sent: toHex(message), answer };
}

const isAnswered = ({ answer }: HeartbeatRequest): boolean => answer.kind === 'heartbeat';

/**
 * Three requests: an honest one as control; one that claims its own padding, which costs a faulty server nothing but what
 * we sent; and only where that was answered, one that claims 16 bytes more than the message holds.
 */
async function sendHeartbeats(client: RecordClient): Promise<HeartbeatRequest[]> {
  const mild = [await beat(client, 'honest'), await beat(client, 'claims-padding')];
  const isTrusted = mild.at(-1)?.answer.kind === 'heartbeat';
  return isTrusted ? [...mild, await beat(client, 'claims-excess')] : mild;
}

async function ask(subject: Subject, negotiated: Negotiated, signal: AbortSignal): Promise<Met | UnknownBecause> {
  const { serverName } = subject.endpoint;
  const offer = { version: negotiated.version, suites: suitesToOffer(negotiated), serverName, extras: [heartbeat] };
  return meetWith(subject, offer, signal);
}

/** In the handshake, as the flaw was first shown; where the server does not answer there, after it. */
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

/** True where the server knows heartbeats and answered none, not even the honest one. */
const isUnheard = ({ negotiation, requests: sent }: Attempt): boolean =>
  knowsHeartbeats(negotiation) && !sent.some(isAnswered);

/** CVE-2014-0160 in each accepted TLS version, where the server knows heartbeats at all. */
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

/** What is known without a connection: a server that knows no heartbeats cannot leak. */
export function heartbleedKnown({ endpoint }: Subject): Heartbleed | null {
  const { heartbeat: offered } = endpoint;
  if (speaksOnlyTls13(endpoint)) return seen({ ruledOut: 'tls13-only', attempts: [] });
  return offered.known && !offered.value ? seen({ ruledOut: 'not-echoed', attempts: [] }) : null;
}
