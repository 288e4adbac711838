import type { UnknownBecause } from '../../../evidence/observed.ts';
import { isFailure } from '../../../tls/client/first-flight.ts';
import { complete } from '../../../tls/client/handshake.ts';
import { type Negotiated, type Subject, meetWith } from './subject.ts';

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
