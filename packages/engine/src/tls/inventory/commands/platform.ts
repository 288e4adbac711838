import type { NetFailure, Observed } from '../../../evidence/observed.ts';
import { seen, unseen } from '../../../evidence/observed.ts';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import { tlsVersionName } from '../../../evidence/tls/schema.ts';
import { unseenBecause } from '../../client/answer.ts';
import type { Interview } from '../scan-session.ts';
import type { PlatformHandshake, PlatformRequest } from '../../client/platform-handshake.ts';
import { platformHandshake } from '../../client/platform-handshake.ts';
import type { SessionFacts } from '../../client/session-der.ts';
import { readSession } from '../../client/session-der.ts';
import { trustAt } from '../observed/trust.ts';

type Handshake =
  | { ok: true; value: PlatformHandshake; session: SessionFacts | null; serialised: Buffer | undefined }
  | { ok: false; failure: NetFailure };
type Facts = Partial<TlsEndpoint>;

/** handshake_failure (RFC 8446 section 6.2), as the platform words it. */
const noAgreement = 'ALERT_HANDSHAKE_FAILURE';

async function shakeOnce(interview: Interview, request: Omit<PlatformRequest, 'serverName'>): Promise<Handshake> {
  const dialed = await interview.line.connect();
  if (!dialed.ok) return { ok: false, failure: dialed.failure };
  const result = await platformHandshake(dialed.socket, { serverName: interview.host, ...request }, interview.signal);
  if ('reason' in result) return { ok: false, failure: result };
  const serialised = result.sessions.at(-1);
  return { ok: true, value: result, session: serialised === undefined ? null : readSession(serialised), serialised };
}

/** A handshake by the usual offer, and where that finds no agreement, by all that the platform has. */
async function shake(interview: Interview, request: Omit<PlatformRequest, 'serverName'>): Promise<Handshake> {
  const usual = await shakeOnce(interview, request);
  if (usual.ok || !usual.failure.detail.includes(noAgreement)) return usual;
  const wide = await shakeOnce(interview, { ...request, isWide: true });
  return wide.ok ? wide : usual;
}

function trustOf(handshake: Handshake, { host, nowMs }: Interview): TlsEndpoint['trust'] {
  if (!handshake.ok) return unseenBecause(handshake.failure);
  const { authorized, authorizationError, chain } = handshake.value;
  return seen(trustAt({ authorized, error: authorizationError }, chain, host, nowMs));
}

type Second = Omit<PlatformRequest, 'serverName' | 'session'>;

/** Whether a second handshake takes up the first one's session; null where a handshake failed. */
async function resumes(interview: Interview, first: Handshake, request: Second): Promise<boolean | null> {
  if (!first.ok) return null;
  if (first.serialised === undefined) return false;
  const second = await shake(interview, { ...request, session: first.serialised });
  return second.ok ? second.value.resumed : null;
}

async function resumption(
  interview: Interview,
  best: Handshake,
  older: Handshake | null,
): Promise<TlsEndpoint['resumption']> {
  if (!best.ok) return unseenBecause(best.failure);
  const is13 = best.value.version === 'TLSv1.3';
  const legacy = is13 ? older : best;
  const bySessionId = { maxVersion: 'TLSv1.2', tickets: false } as const;
  const hasTicket = legacy?.ok === true && legacy.session?.hasTicket === true;
  const [sessionId, ticket, tls13Psk] = await Promise.all([
    legacy === null ? false : shake(interview, bySessionId).then((first) => resumes(interview, first, bySessionId)),
    legacy !== null && hasTicket ? resumes(interview, legacy, { maxVersion: 'TLSv1.2' }) : false,
    is13 ? resumes(interview, best, {}) : false,
  ]);
  if (sessionId === null || ticket === null || tls13Psk === null) {
    return unseen('tls', 'A handshake that should have been resumed failed');
  }
  return seen({ sessionId, ticket, tls13Psk });
}

function ticketsOf(best: Handshake, older: Handshake | null): Pick<TlsEndpoint, 'tickets' | 'maxEarlyData'> {
  if (!best.ok) return { tickets: unseenBecause(best.failure), maxEarlyData: unseenBecause(best.failure) };
  const is13 = best.value.version === 'TLSv1.3';
  const session12 = is13 ? (older?.ok === true ? older.session : null) : best.session;
  const maxEarlyData: Observed<number> = is13
    ? seen(best.session?.maxEarlyDataBytes ?? 0)
    : unseen('not-tested', 'Only TLS 1.3 has 0-RTT');
  return {
    tickets: seen({
      tls12LifetimeHint: session12?.ticketLifetime ?? null,
      tls13Lifetime: is13 ? (best.session?.ticketLifetime ?? null) : null,
    }),
    maxEarlyData,
  };
}

/** Whole handshakes by the platform's TLS: trust, tickets, 0-RTT, and in deep mode resumption. */
export async function askPlatform(interview: Interview, has12: boolean, has13: boolean): Promise<Facts> {
  const [best, older] = await Promise.all([
    shake(interview, {}),
    has12 && has13 ? shake(interview, { maxVersion: 'TLSv1.2' }) : null,
  ]);
  const version = best.ok ? tlsVersionName.safeParse(best.value.version.replace(/^TLSv1$/, 'TLSv1.0')) : null;
  if (best.ok && version?.success === true) interview.observations.addSpareChain(version.data, best.value.chain);
  return {
    trust: trustOf(best, interview),
    ...ticketsOf(best, older),
    resumption: interview.isDeep
      ? await resumption(interview, best, older)
      : unseen('not-tested', 'Resumption is tried in deep mode only'),
  };
}
