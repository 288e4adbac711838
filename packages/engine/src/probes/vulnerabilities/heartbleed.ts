import { alertText } from '@perimeter/protocols/tls/alert';
import { heartbeat } from '@perimeter/protocols/tls/client-extensions';
import { extensionTypes } from '@perimeter/protocols/tls/extensions';
import {
  heartbeatAnswerBytes,
  honestHeartbeat,
  overlongHeartbeat,
  paddinglessHeartbeat,
} from '@perimeter/protocols/tls/heartbeat';
import { contentTypes } from '@perimeter/protocols/tls/record';
import type { NetFailure, Observed } from '../../evidence/observed.ts';
import { seen, unseen } from '../../evidence/observed.ts';
import type { VulnerabilityEndpoint } from '../../evidence/vulnerabilities/schema.ts';
import type { Conversation } from '../../tls/client/client.ts';
import { isFailure } from '../../tls/client/first-flight.ts';
import { complete } from '../../tls/client/handshake.ts';
import { handshakeLine } from './proof.ts';
import type { Met, Spoken, Subject } from './subject.ts';
import { meetWith, speaksOnlyTls13, spokenVersions, suitesToOffer } from './subject.ts';

type Heartbleed = VulnerabilityEndpoint['heartbleed'];
interface Finding {
  verdict: 'vulnerable' | 'sound' | 'unheard';
  proof: string[];
}

const payload = new TextEncoder().encode('perimeter-audit!');
/** By so much the last request claims more than the message holds. */
const excessBytes = 16;
const patienceMs = 1_500;

interface HeartbeatAnswer {
  /** Length of the answer's record; null where there was none. */
  bytes: number | null;
  text: string;
}

/** Sends one heartbeat message; of an answer nothing but its length is taken. */
async function beat(conversation: Conversation, request: Uint8Array): Promise<HeartbeatAnswer> {
  conversation.write(conversation.encode(contentTypes.heartbeat, request));
  const heard = await conversation.hear(patienceMs);
  if (heard.kind === 'heartbeat') return { bytes: heard.bytes, text: `an answer of ${heard.bytes} bytes` };
  return { bytes: null, text: heard.kind === 'alert' ? alertText(heard.alert) : heard.kind };
}

const requestLine = (what: string, claimed: number, supplied: number, { text }: HeartbeatAnswer): string =>
  `${what}: payload of ${claimed} bytes claimed, ${supplied} bytes supplied after the header; ${text}`;

/**
 * Three requests: an honest one as control; one that claims its own padding, which costs a faulty server nothing but what
 * we sent; and only where that was answered, one that claims 16 bytes more than the message holds.
 */
async function interrogate(conversation: Conversation): Promise<Finding> {
  const control = await beat(conversation, honestHeartbeat(payload));
  const proof = [requestLine('Honest heartbeat', payload.length, payload.length + 16, control)];
  const claimed = payload.length + excessBytes;
  const mild = await beat(conversation, paddinglessHeartbeat(payload));
  proof.push(requestLine('Heartbeat that claims its padding', claimed, payload.length + 16, mild));
  if (mild.bytes === null) return { verdict: control.bytes === null ? 'unheard' : 'sound', proof };
  const overlong = await beat(conversation, overlongHeartbeat(payload, excessBytes));
  proof.push(requestLine('Heartbeat that claims more than it holds', claimed, payload.length, overlong));
  const isLonger = overlong.bytes !== null && overlong.bytes > heartbeatAnswerBytes(payload.length);
  return { verdict: isLonger ? 'vulnerable' : 'sound', proof };
}

async function ask(subject: Subject, spoken: Spoken, signal: AbortSignal): Promise<Met | NetFailure> {
  const { serverName } = subject.endpoint;
  const offer = { version: spoken.version, suites: suitesToOffer(spoken), serverName, extras: [heartbeat] };
  return meetWith(subject, offer, signal);
}

/** In the handshake, as the flaw was first shown; where the server does not answer there, after it. */
async function testVersion(subject: Subject, spoken: Spoken, signal: AbortSignal): Promise<Finding | NetFailure> {
  const early = await ask(subject, spoken, signal);
  if (isFailure(early)) return early;
  const proof = [handshakeLine(early.flight)];
  if (!early.flight.hello.extensions.has(extensionTypes.heartbeat)) {
    early.conversation.close();
    return { verdict: 'sound', proof: [...proof, 'The heartbeat extension was not echoed'] };
  }
  const inHandshake = await interrogate(early.conversation);
  early.conversation.close();
  if (inHandshake.verdict !== 'unheard') return { ...inHandshake, proof: [...proof, ...inHandshake.proof] };
  const late = await ask(subject, spoken, signal);
  if (isFailure(late)) return late;
  const session = await complete(late.conversation, late.flight);
  const after: Finding = isFailure(session) ? { verdict: 'unheard', proof: [] } : await interrogate(late.conversation);
  late.conversation.close();
  return { ...after, proof: [...proof, ...inHandshake.proof, 'After the handshake:', ...after.proof] };
}

/** CVE-2014-0160 in each accepted TLS version, where the server knows heartbeats at all. */
export async function testHeartbleed(subject: Subject, signal: AbortSignal): Promise<Heartbleed> {
  const proof: string[] = [];
  let gap: NetFailure | null = null;
  for (const spoken of spokenVersions(subject.endpoint).filter(({ version }) => version !== 'SSLv3')) {
    const found = await testVersion(subject, spoken, signal);
    if (isFailure(found)) {
      gap = found;
      continue;
    }
    proof.push(...found.proof);
    if (found.verdict === 'vulnerable') {
      return seen({ vulnerable: true, proof: [...proof, 'The answer is longer than the payload that was sent'] });
    }
    if (found.verdict === 'unheard') gap = { reason: 'timeout', detail: 'Not even an honest heartbeat was answered' };
  }
  if (gap !== null) return unseen(gap.reason, gap.detail);
  return seen({ vulnerable: false, proof: [...proof, 'No heartbeat was answered beyond what was sent'] });
}

/** What is known without a connection: who knows no heartbeats cannot bleed. */
export function heartbleedKnown({ endpoint }: Subject): Heartbleed | null {
  const { heartbeat: offered } = endpoint;
  if (speaksOnlyTls13(endpoint))
    return soundWith('Nothing before TLS 1.3 is accepted, where no server answers heartbeats');
  if (offered.known && !offered.value) return soundWith('The heartbeat extension was offered and not echoed');
  return null;
}

const soundWith = (line: string): Observed<{ vulnerable: boolean; proof: string[] }> =>
  seen({ vulnerable: false, proof: [line] });
