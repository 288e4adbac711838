import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import { type Observed, seen, type UnknownBecause, unclear, unobserved, untested } from '../../../evidence/observed.ts';
import type { ServerAct } from '../../../evidence/vulnerabilities/exchange.ts';
import { type EarlyCcsTest, readEarlyCcs, secondAnswer } from '../../../evidence/vulnerabilities/flaws/early-ccs.ts';
import { failureOf, isFailure } from '../../../tls/client/first-flight.ts';
import { failureInOrder } from '../exchange/in-order.ts';
import { negotiationOf } from '../exchange/negotiation.ts';
import { actOf } from '../exchange/reaction.ts';
import {
  type Met,
  type Negotiated,
  type Subject,
  meetWith,
  newestSupported,
  negotiableVersions,
  suitesToOffer,
} from '../exchange/subject.ts';
import { type FinishedOver, restUnderNoKeys, sendChange } from './empty-keys.ts';

type EarlyCcs = Observed<EarlyCcsTest>;
type Try = EarlyCcsTest['tries'][number];

/** Long enough for an alert to arrive before the second ChangeCipherSpec is sent. */
const firstWaitMs = 1_000;
const patienceMs = 1_500;

/** Sends one ChangeCipherSpec right after ServerHelloDone, and a second one if the first got no answer. */
async function sendEarly({ client, flight }: Met): Promise<Try | UnknownBecause> {
  const negotiation = negotiationOf(flight);
  sendChange(client);
  const first = await client.receive(firstWaitMs);
  if (first.kind === 'alert' || first.kind === 'closed' || first.kind === 'reset')
    return { negotiation, answers: [actOf(first)] };
  if (first.kind !== 'silence') return failureOf(first);
  sendChange(client);
  const second = await client.receive(patienceMs);
  if (second.kind === 'failed') return second.failure;
  return { negotiation, answers: [actOf(first), actOf(second)] };
}

async function tryOnce(subject: Subject, negotiated: Negotiated, signal: AbortSignal): Promise<Try | UnknownBecause> {
  const { serverName } = subject.endpoint;
  const met = await meetWith(
    subject,
    { version: negotiated.version, suites: suitesToOffer(negotiated), serverName },
    signal,
  );
  if (isFailure(met)) return met;
  const made = await sendEarly(met);
  met.client.close();
  return made;
}

/** Continues with keys from an empty secret: only an affected server can answer with its own ChangeCipherSpec. */
async function goOnUnderNoKeys(
  subject: Subject,
  { version, suites }: Negotiated,
  finishedOver: FinishedOver,
  signal: AbortSignal,
): Promise<ServerAct | UnknownBecause> {
  const met = await meetWith(subject, { version, suites, serverName: subject.endpoint.serverName }, signal);
  if (isFailure(met)) return met;
  const unable = restUnderNoKeys(met.client, met.flight, finishedOver);
  if (unable !== null) {
    met.client.close();
    return unable;
  }
  const received = await met.client.receive(patienceMs);
  met.client.close();
  return received.kind === 'failed' ? received.failure : actOf(received);
}

const silence = unclear('timeout', 'silent-after-early-changes');

/** Without a supported suite, empty keys cannot be tested: affected servers, too, close without an alert. */
const withoutKeys = ({ answers }: Try): EarlyCcs =>
  secondAnswer(answers) === 'closed' ? unclear('closed', 'closed-after-early-changes') : silence;

/**
 * The evidence where empty keys were not accepted. Silence is conclusive only for servers with TLS 1.1, whose
 * vulnerable releases were verified with these empty keys.
 */
async function withoutProof(
  subject: Subject,
  negotiated: Negotiated,
  test: EarlyCcsTest,
  signal: AbortSignal,
): Promise<EarlyCcs> {
  if (test.tries.every(({ answers }) => secondAnswer(answers) === 'closed')) return seen(test);
  if (negotiated.wire < wireVersions['TLSv1.1']) return silence;
  const failure = await failureInOrder(subject, negotiated, signal);
  return failure === null ? seen({ ...test, completesInOrder: true }) : silence;
}

/**
 * Silence proves little, because some wrappers drop alerts, and a close at the second message not much more; a
 * handshake that continues with empty keys is proof.
 */
async function provoke(subject: Subject, first: Try, signal: AbortSignal): Promise<EarlyCcs> {
  const negotiated = newestSupported(subject.endpoint);
  const test: EarlyCcsTest = { tries: [first], emptyKeys: [], completesInOrder: null };
  if (negotiated === null) return withoutKeys(first);
  for (const finishedOver of ['all-messages', 'messages-before-change'] as const) {
    const answer = await goOnUnderNoKeys(subject, negotiated, finishedOver, signal);
    if (isFailure(answer)) return unobserved(answer);
    test.emptyKeys.push({ finishedOver, answer });
    if (readEarlyCcs(test).vulnerable) return seen(test);
  }
  return withoutProof(subject, negotiated, test, signal);
}

/** CVE-2014-0224: sends ChangeCipherSpec right after ServerHelloDone, and a second one; a possible flaw is tested again. */
export async function testEarlyCcs(subject: Subject, signal: AbortSignal): Promise<EarlyCcs> {
  const [newest] = negotiableVersions(subject.endpoint);
  if (newest === undefined) return untested('no-version-up-to-tls12');
  const first = await tryOnce(subject, newest, signal);
  if (isFailure(first)) return unobserved(first);
  const answer = secondAnswer(first.answers);
  if (answer === 'silent' || answer === 'closed') return provoke(subject, first, signal);
  if (answer === 'refused') return seen({ tries: [first], emptyKeys: [], completesInOrder: null });
  const second = await tryOnce(subject, newest, signal);
  if (isFailure(second) || secondAnswer(second.answers) !== 'decrypted') return unclear('malformed', 'tries-differ');
  return seen({ tries: [first, second], emptyKeys: [], completesInOrder: null });
}
