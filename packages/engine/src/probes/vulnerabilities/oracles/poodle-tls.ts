import type { CbcFlaw } from '@perimeter/protocols/tls/records/cbc-plaintext';
import {
  type NetFailure,
  type Observed,
  seen,
  type UnknownBecause,
  unclear,
  unobserved,
  untested,
} from '../../../evidence/observed.ts';
import type { FinishedPadding, PoodleTlsTest } from '../../../evidence/vulnerabilities/flaws/poodle-tls.ts';
import { type FirstFlight, isFailure } from '../../../tls/client/first-flight.ts';
import { answerFlight, forWantOfCertificate, receiveFinished } from '../../../tls/client/handshake.ts';
import { negotiationOf } from '../exchange/negotiation.ts';
import { type Negotiated, type Subject, meetWith, newestWith, withoutHandshake } from '../exchange/subject.ts';
import { isSupportedCbc } from '../../../tls/client/keys/suite-algorithms.ts';

type PoodleTls = Observed<PoodleTlsTest>;
type Try = PoodleTlsTest['tries'][number];

/** Malformed paddings of the Finished record, by name in evidence. */
const flaws = {
  right: 'none',
  'wrong-octets': 'wrong-padding',
  'wrong-first-octet': 'wrong-first-padding-octet',
} as const satisfies Record<FinishedPadding, CbcFlaw>;

const refusals: ReadonlySet<NetFailure['reason']> = new Set(['tls', 'closed', 'reset', 'timeout', 'malformed']);

/** One handshake with wrongly padded Finished: a correct server must not continue. */
async function shake(
  subject: Subject,
  { version, suites }: Negotiated,
  padding: FinishedPadding,
  signal: AbortSignal,
): Promise<Try | UnknownBecause> {
  const met = await meetWith(subject, { version, suites, serverName: subject.endpoint.serverName }, signal);
  if (isFailure(met)) return met;
  const { client, flight } = met;
  const pending = answerFlight(client, flight, flaws[padding]);
  if (isFailure(pending)) {
    client.close();
    return pending;
  }
  const result = await receiveFinished(client, pending);
  client.close();
  const failure = isFailure(result) ? result : null;
  if (failure !== null && padding === 'right') return outOfOrder(flight, failure);
  if (failure !== null && !refusals.has(failure.reason)) return failure;
  return { padding, negotiation: negotiationOf(flight), failure };
}

/** Why the control handshake did not complete. */
const outOfOrder = (flight: FirstFlight, failure: NetFailure): UnknownBecause => forWantOfCertificate(flight, failure);

/** CVE-2014-8730: padding bytes other than the length's value are accepted with valid MAC and length. */
export async function testPoodleTls(subject: Subject, signal: AbortSignal): Promise<PoodleTls> {
  const negotiated = newestWith(subject.endpoint, isSupportedCbc);
  if (negotiated === null) return untested(withoutHandshake(subject.endpoint, 'no-cbc-suite'));
  const control = await shake(subject, negotiated, 'right', signal);
  if (isFailure(control)) return unobserved(control);
  const made: Try[] = [control];
  for (const padding of ['wrong-octets', 'wrong-first-octet'] as const) {
    const first = await shake(subject, negotiated, padding, signal);
    if (isFailure(first)) return unobserved(first);
    made.push(first);
    if (first.failure !== null) continue;
    const second = await shake(subject, negotiated, padding, signal);
    if (isFailure(second)) return unobserved(second);
    if (second.failure !== null) return unclear('malformed', 'tries-differ');
    return seen({ tries: [...made, second] });
  }
  // Silence also counts as a refusal, but only if the server still completes correct handshakes.
  const wasSilent = made.some(({ failure }) => failure?.reason === 'timeout');
  const again = wasSilent ? await shake(subject, negotiated, 'right', signal) : null;
  return again !== null && isFailure(again) ? unobserved(again) : seen({ tries: made });
}
