import type { UnknownBecause } from '../../../evidence/observed.ts';
import { isFailure } from '../../../tls/client/first-flight.ts';
import { complete, type Session } from '../../../tls/client/handshake.ts';
import { meetWith, type Negotiated, type Subject } from './subject.ts';

const nothing = new Uint8Array(0);

/** The session of a complete handshake that asks for a ticket; its ticket is null where the server issues none. */
export async function firstSession(
  subject: Subject,
  { version, suites }: Negotiated,
  signal: AbortSignal,
): Promise<Session | UnknownBecause> {
  const { serverName } = subject.endpoint;
  const met = await meetWith(subject, { version, suites, serverName, ticket: nothing }, signal);
  if (isFailure(met)) return met;
  const session = await complete(met.client, met.flight);
  met.client.close();
  return session;
}
