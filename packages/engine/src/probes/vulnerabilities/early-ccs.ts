import { alertText } from '@perimeter/protocols/tls/alert';
import { finishedMessage, noCertificate } from '@perimeter/protocols/tls/client-key-exchange';
import { contentTypes } from '@perimeter/protocols/tls/record';
import { wireVersions } from '@perimeter/protocols/tls/versions';
import type { NetFailure } from '../../evidence/observed.ts';
import { seen, unseen } from '../../evidence/observed.ts';
import type { VulnerabilityEndpoint } from '../../evidence/vulnerabilities/schema.ts';
import type { Conversation, Heard } from '../../tls/client/client.ts';
import { failureOf, isFailure } from '../../tls/client/first-flight.ts';
import type { FirstFlight } from '../../tls/client/first-flight.ts';
import { algorithmsFor, changeCipherSpec, randomsOf } from '../../tls/client/handshake.ts';
import { failureInOrder } from './in-order.ts';
import { agree } from '../../tls/client/key-agreement.ts';
import { connectionKeys, masterSecret, verifyData } from '../../tls/client/keys/key-derivation.ts';
import { handshakeLine } from './proof.ts';
import { sealerFor } from '../../tls/client/keys/record-protection.ts';
import type { Met, Spoken, Subject } from './subject.ts';
import { meetWith, newestSpoken, spokenVersions, suitesToOffer } from './subject.ts';

type EarlyCcs = VulnerabilityEndpoint['earlyCcs'];

/** Long enough for an alert to come back before the second ChangeCipherSpec is sent. */
const firstWaitMs = 1_000;
const patienceMs = 1_500;
/** Alerts of who tried to decrypt: keys were made of nothing (RFC 5246 section 7.2.2). */
const decryptionAlerts: ReadonlySet<number> = new Set([20, 21]);

interface Told {
  verdict: 'vulnerable' | 'sound' | 'silent' | 'closed-late';
  proof: string[];
}
type Finding = Told | { verdict: 'failed'; failure: NetFailure };

const isEnd = ({ kind }: Heard): boolean => kind === 'closed' || kind === 'reset';
const wordsOf = (heard: Heard): string =>
  heard.kind === 'alert' ? alertText(heard.alert) : isEnd(heard) ? `connection ${heard.kind}` : heard.kind;

function sendChange(conversation: Conversation): void {
  conversation.write(conversation.encode(contentTypes.changeCipherSpec, changeCipherSpec));
}

async function askTwice({ conversation, flight }: Met): Promise<Finding> {
  const proof = [handshakeLine(flight)];
  sendChange(conversation);
  const first = await conversation.hear(firstWaitMs);
  proof.push(`ChangeCipherSpec before ClientKeyExchange: ${wordsOf(first)}`);
  if (first.kind === 'alert' || isEnd(first)) return { verdict: 'sound', proof };
  if (first.kind !== 'silence') return { verdict: 'failed', failure: failureOf(first) };
  sendChange(conversation);
  const second = await conversation.hear(patienceMs);
  proof.push(`Second ChangeCipherSpec: ${wordsOf(second)}`);
  if (second.kind === 'failed') return { verdict: 'failed', failure: second.failure };
  if (second.kind === 'silence') return { verdict: 'silent', proof };
  if (isEnd(second)) return { verdict: 'closed-late', proof };
  const triedToDecrypt = second.kind === 'alert' && decryptionAlerts.has(second.alert.description);
  return { verdict: triedToDecrypt ? 'vulnerable' : 'sound', proof };
}

async function askOnce(subject: Subject, spoken: Spoken, signal: AbortSignal): Promise<Finding> {
  const { serverName } = subject.endpoint;
  const met = await meetWith(subject, { version: spoken.version, suites: suitesToOffer(spoken), serverName }, signal);
  if (isFailure(met)) return { verdict: 'failed', failure: met };
  const finding = await askTwice(met);
  met.conversation.close();
  return finding;
}

/** Whose Finished an affected OpenSSL expects: since 1.0.1 over all messages, before over those before the early change. */
type Generation = 'since-1.0.1' | 'before-1.0.1';

/** The rest of a handshake under keys from an empty master secret, which is what an affected server has made. */
function restUnderNoKeys(conversation: Conversation, flight: FirstFlight, generation: Generation): NetFailure | null {
  const spoken = algorithmsFor(flight);
  if (isFailure(spoken)) return spoken;
  const agreed = agree(flight);
  if (isFailure(agreed)) return agreed;
  const { algorithms, prf } = spoken;
  const nothing = new Uint8Array(0);
  const keys = connectionKeys(prf, algorithms, nothing, randomsOf(flight));
  const messages = flight.wantsCertificate ? [noCertificate, agreed.message] : [agreed.message];
  const isLater = generation === 'since-1.0.1';
  const verify = isLater
    ? verifyData(prf, 'client', masterSecret(prf, agreed.premaster, randomsOf(flight)), [
        ...flight.transcript,
        ...messages,
      ])
    : verifyData(prf, 'client', nothing, flight.transcript);
  sendChange(conversation);
  conversation.protectWriting(sealerFor(algorithms, keys.client, prf.version));
  const records = [...messages, finishedMessage(verify)];
  conversation.write(...records.map((message) => conversation.encode(contentTypes.handshake, message)));
  return null;
}

/** Goes on under empty keys: nobody but an affected server can answer with its own ChangeCipherSpec. */
async function goesOnUnderNoKeys(
  subject: Subject,
  { version, suites }: Spoken,
  generation: Generation,
  signal: AbortSignal,
): Promise<Heard | NetFailure> {
  const met = await meetWith(subject, { version, suites, serverName: subject.endpoint.serverName }, signal);
  if (isFailure(met)) return met;
  const unable = restUnderNoKeys(met.conversation, met.flight, generation);
  const heard = unable === null ? await met.conversation.hear(patienceMs) : null;
  met.conversation.close();
  return heard ?? unable ?? { reason: 'tls', detail: 'No handshake could be made' };
}

const silence = 'Server was silent after two early ChangeCipherSpec';

/**
 * The verdict where nothing was taken under empty keys. Silence is one only for servers that know TLS 1.1: the flawed
 * releases that do are those with which the empty keys were tried out.
 */
async function withoutProof(
  subject: Subject,
  spoken: Spoken | null,
  found: Told,
  signal: AbortSignal,
): Promise<EarlyCcs> {
  const { verdict, proof } = found;
  if (verdict === 'closed-late') return seen({ vulnerable: false, proof: [...proof, 'The server did not take it'] });
  if (spoken === null || spoken.wire < wireVersions['TLSv1.1']) return unseen('timeout', silence);
  if ((await failureInOrder(subject, spoken, signal)) !== null) return unseen('timeout', silence);
  const line = 'A handshake in its right order completed, and none under empty keys';
  return seen({ vulnerable: false, proof: [...proof, line] });
}

/**
 * Silence says little, because some wrappers swallow alerts, and an end at the second one not much more; a handshake that
 * goes on under empty keys says all.
 */
async function provoke(subject: Subject, found: Told, signal: AbortSignal): Promise<EarlyCcs> {
  const spoken = newestSpoken(subject.endpoint);
  const proof = [...found.proof];
  if (spoken === null) return withoutProof(subject, null, found, signal);
  for (const generation of ['since-1.0.1', 'before-1.0.1'] as const) {
    const heard = await goesOnUnderNoKeys(subject, spoken, generation, signal);
    if (!('kind' in heard)) return unseen(heard.reason, heard.detail);
    if (heard.kind === 'failed') return unseen(heard.failure.reason, heard.failure.detail);
    const wentOn = heard.kind === 'change-cipher-spec' || heard.kind === 'message';
    proof.push(`Key exchange and Finished under keys of an empty master secret: ${wentOn ? 'taken' : wordsOf(heard)}`);
    if (wentOn)
      return seen({ vulnerable: true, proof: [...proof, 'The server agreed on keys that anybody can compute'] });
  }
  return withoutProof(subject, spoken, { ...found, proof }, signal);
}

/** CVE-2014-0224: ChangeCipherSpec straight after ServerHelloDone, and once more; a finding is asked a second time. */
export async function testEarlyCcs(subject: Subject, signal: AbortSignal): Promise<EarlyCcs> {
  const [newest] = spokenVersions(subject.endpoint);
  if (newest === undefined) return unseen('not-tested', 'No version up to TLS 1.2 is accepted');
  const first = await askOnce(subject, newest, signal);
  if (first.verdict === 'failed') return unseen(first.failure.reason, first.failure.detail);
  if (first.verdict === 'silent' || first.verdict === 'closed-late') return provoke(subject, first, signal);
  if (first.verdict === 'sound') {
    return seen({ vulnerable: false, proof: [...first.proof, 'The server did not take it'] });
  }
  const second = await askOnce(subject, newest, signal);
  if (second.verdict !== 'vulnerable') return unseen('malformed', 'Two equal tries were answered differently');
  return seen({
    vulnerable: true,
    proof: [...first.proof, 'The same on a second connection', 'The second one was decrypted: the first was taken'],
  });
}
