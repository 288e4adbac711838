import type { NetFailure, UnknownBecause } from '../../../evidence/observed.ts';
import { isFailure } from '../../../tls/client/first-flight.ts';
import { complete } from '../../../tls/client/handshake.ts';
import { type Negotiated, type Subject, meetWith } from './subject.ts';

/** The failure of a correct handshake as the reason why answers to incorrect ones are inconclusive. */
export const orderFails = ({ reason }: NetFailure): UnknownBecause => ({
  reason,
  gap: 'no-handshake-in-order',
  values: [reason],
});

/** Why a correct handshake does not complete; null where it does, so that other failures are caused by the malformed data. */
export async function failureInOrder(
  subject: Subject,
  { version, suites }: Negotiated,
  signal: AbortSignal,
): Promise<UnknownBecause | null> {
  const met = await meetWith(subject, { version, suites, serverName: subject.endpoint.serverName }, signal);
  if (isFailure(met)) return met;
  const session = await complete(met.client, met.flight);
  met.client.close();
  return isFailure(session) ? session : null;
}
