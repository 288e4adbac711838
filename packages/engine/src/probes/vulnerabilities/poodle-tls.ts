import type { CbcFlaw } from '@perimeter/protocols/tls/records/cbc-plaintext';
import { type NetFailure, type Observed, seen, unseen, untested, unclear } from '../../evidence/observed.ts';
import type { FinishedPadding, PoodleTlsTest } from '../../evidence/vulnerabilities/flaws/poodle-tls.ts';
import { isFailure } from '../../tls/client/first-flight.ts';
import { answerFlight, forWantOfCertificate, receiveFinished } from '../../tls/client/handshake.ts';
import { negotiationOf } from './negotiation.ts';
import { type Negotiated, type Subject, meetWith, newestWith, withoutHandshake } from './subject.ts';
import { isSupportedCbc } from '../../tls/client/keys/suite-algorithms.ts';

type PoodleTls = Observed<PoodleTlsTest>;
type Try = PoodleTlsTest['tries'][number];

/** How the padding of the Finished record is broken, by the name that it has in evidence. */
const flaws = {
  right: 'none',
  'wrong-octets': 'wrong-padding',
  'wrong-first-octet': 'wrong-first-padding-octet',
} as const satisfies Record<FinishedPadding, CbcFlaw>;

const refusals: ReadonlySet<NetFailure['reason']> = new Set(['tls', 'closed', 'reset', 'timeout', 'malformed']);

/** One handshake whose Finished record is padded wrongly: a sound server cannot go on. */
async function shake(
  subject: Subject,
  { version, suites }: Negotiated,
  padding: FinishedPadding,
  signal: AbortSignal,
): Promise<Try | NetFailure> {
  const met = await meetWith(subject, { version, suites, serverName: subject.endpoint.serverName }, signal);
  if (isFailure(met)) return met;
  const { client, flight } = met;
  const pending = answerFlight(client, flight, flaws[padding]);
  const result = isFailure(pending) ? pending : await receiveFinished(client, pending);
  client.close();
  if (isFailure(pending)) return pending;
  const failed = isFailure(result);
  if (failed && padding === 'right' && flight.wantsCertificate) return forWantOfCertificate(flight, result);
  // Silence is a refusal too: the control completed.
  if (failed && !refusals.has(result.reason)) return result;
  return { padding, negotiation: negotiationOf(flight), failure: failed ? result : null };
}

/** CVE-2014-8730: padding octets other than the length's value are taken, although the MAC and the length are right. */
export async function testPoodleTls(subject: Subject, signal: AbortSignal): Promise<PoodleTls> {
  const negotiated = newestWith(subject.endpoint, isSupportedCbc);
  if (negotiated === null) return untested(withoutHandshake(subject.endpoint, 'no-cbc-suite'));
  const control = await shake(subject, negotiated, 'right', signal);
  if (isFailure(control)) return unseen(control.reason, control.detail);
  if (control.failure !== null) return unseen('tls', `A correct handshake failed: ${control.failure.detail}`);
  const made: Try[] = [control];
  for (const padding of ['wrong-octets', 'wrong-first-octet'] as const) {
    const first = await shake(subject, negotiated, padding, signal);
    if (isFailure(first)) return unseen(first.reason, first.detail);
    made.push(first);
    if (first.failure !== null) continue;
    const second = await shake(subject, negotiated, padding, signal);
    if (isFailure(second)) return unseen(second.reason, second.detail);
    if (second.failure !== null) return unclear('malformed', 'tries-differ');
    return seen({ tries: [...made, second] });
  }
  return seen({ tries: made });
}
