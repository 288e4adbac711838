import { extensionTypes } from '@perimeter/protocols/tls/handshake/extensions';
import { type NetFailure, type Observed, seen, untested, unclear, netFailed } from '../../../evidence/observed.ts';
import { type TlsEndpoint, tlsVersionName } from '../../../evidence/tls/schema.ts';
import { unseenBecause } from '../../client/answer.ts';
import type { Learned } from '../learned.ts';
import type { FirstResults } from '../scan-command.ts';
import type { ScanSession } from '../scan-session.ts';
import { type PlatformHandshake, type PlatformRequest, platformHandshake } from '../../client/platform-handshake.ts';
import { type SessionFacts, readSession } from '../../client/session-facts.ts';
import { trustAt } from '../observed/trust.ts';
import { endedBy } from '../../../evidence/failure-text.ts';

type Handshake =
  | { ok: true; value: PlatformHandshake; session: SessionFacts | null; serialised: Buffer | undefined }
  | { ok: false; failure: NetFailure };
const unfinished = netFailed('closed', 'handshake-closed');
const browserProtocols: readonly string[] = ['h2', 'http/1.1'];

/** handshake_failure (RFC 9846 section 6.2), as the platform names it. */
const noAgreement = 'ALERT_HANDSHAKE_FAILURE';

async function shakeOnce(session: ScanSession, request: Omit<PlatformRequest, 'serverName'>): Promise<Handshake> {
  const dialed = await session.client.connection.open();
  if (!dialed.ok) return { ok: false, failure: dialed.failure };
  const whole = { serverName: session.host, protocols: browserProtocols, ...request };
  const { handshake, failure } = await platformHandshake(dialed.socket, whole, session.signal);
  // After a handshake that only the client completed, the server may reject a client without a certificate.
  if (handshake === null || failure !== null) return { ok: false, failure: failure ?? unfinished };
  const serialised = handshake.sessions.at(-1);
  const facts = serialised === undefined ? null : readSession(serialised);
  return { ok: true, value: handshake, session: facts, serialised };
}

/** A handshake with the usual offer, then with everything that the platform supports. */
async function shake(session: ScanSession, request: Omit<PlatformRequest, 'serverName'>): Promise<Handshake> {
  const usual = await shakeOnce(session, request);
  if (usual.ok || !endedBy(usual.failure, noAgreement)) return usual;
  const wide = await shakeOnce(session, { ...request, isWide: true });
  return wide.ok ? wide : usual;
}

function trustOf(handshake: Handshake, { host, nowMs }: ScanSession): TlsEndpoint['trust'] {
  if (!handshake.ok) return unseenBecause(handshake.failure);
  const { authorized, authorizationError, chain } = handshake.value;
  return seen(trustAt({ authorized, error: authorizationError }, chain, host, nowMs));
}

type Second = Omit<PlatformRequest, 'serverName' | 'session'>;

/** Why it is unknown whether a handshake would have brought a ticket: it failed, or the server fell silent after it. */
function ticketMissed(handshake: Handshake | null): NetFailure | null {
  if (handshake === null) return null;
  if (!handshake.ok) return handshake.failure;
  return handshake.value.ticketless === 'silent' ? netFailed('timeout', 'ticket-unanswered') : null;
}

/** Whether a second handshake resumes the session of the first; null where a handshake failed. */
async function resumes(session: ScanSession, first: Handshake, request: Second): Promise<boolean | null> {
  if (!first.ok) return null;
  if (first.serialised === undefined) return false;
  const second = await shake(session, { ...request, session: first.serialised });
  return second.ok ? second.value.resumed : null;
}

async function resumption(
  session: ScanSession,
  best: Handshake,
  older: Handshake | null,
): Promise<TlsEndpoint['resumption']> {
  if (!best.ok) return unseenBecause(best.failure);
  const missed = ticketMissed(best);
  if (missed !== null) return unseenBecause(missed);
  const is13 = best.value.version === 'TLSv1.3';
  const legacy = is13 ? older : best;
  const bySessionId = { maxVersion: 'TLSv1.2', tickets: false } as const;
  const hasTicket = legacy?.ok === true && legacy.session?.hasTicket === true;
  const [sessionId, ticket, tls13Psk] = await Promise.all([
    legacy === null ? false : shake(session, bySessionId).then((first) => resumes(session, first, bySessionId)),
    legacy !== null && (hasTicket || !legacy.ok) ? resumes(session, legacy, { maxVersion: 'TLSv1.2' }) : false,
    is13 ? resumes(session, best, {}) : false,
  ]);
  if (sessionId === null || ticket === null || tls13Psk === null) {
    return unclear('tls', 'resumption-failed');
  }
  return seen({ sessionId, ticket, tls13Psk });
}

/** older: that of TLS 1.2 beside TLS 1.3; null where it would bring no ticket. */
function ticketsOf(best: Handshake, older: Handshake | null): Pick<TlsEndpoint, 'tickets' | 'maxEarlyData'> {
  if (!best.ok) return { tickets: unseenBecause(best.failure), maxEarlyData: unseenBecause(best.failure) };
  const is13 = best.value.version === 'TLSv1.3';
  const session12 = is13 ? (older?.ok === true ? older.session : null) : best.session;
  const [missed12, missed13] = [ticketMissed(older), ticketMissed(best)];
  const maxEarlyData: Observed<number> =
    missed13 === null ? seen(best.session?.maxEarlyDataBytes ?? 0) : unseenBecause(missed13);
  return {
    tickets: seen({
      tls12LifetimeHint: session12?.ticketLifetime ?? null,
      tls13Lifetime: is13 ? (best.session?.ticketLifetime ?? null) : null,
      ...(missed12 === null ? {} : { tls12Missed: missed12 }),
      ...(missed13 === null ? {} : { tls13Missed: missed13 }),
    }),
    maxEarlyData: is13 ? maxEarlyData : untested('only-tls13-has-early-data'),
  };
}

/** Whole handshakes by the platform's TLS: trust, tickets, 0-RTT, and in deep mode resumption. */
export async function scanByPlatform(
  session: ScanSession,
  has12: boolean,
  has13: boolean,
  gives12 = true,
): Promise<Learned> {
  const { lastQuestion } = session;
  const [best, older] = await Promise.all([
    shake(session, lastQuestion === undefined ? {} : { lastQuestion }),
    has12 && has13 ? shake(session, { maxVersion: 'TLSv1.2' }) : null,
  ]);
  const version = best.ok ? tlsVersionName.safeParse(best.value.version.replace(/^TLSv1$/, 'TLSv1.0')) : null;
  return {
    facts: {
      trust: trustOf(best, session),
      ...ticketsOf(best, gives12 ? older : null),
      resumption: session.isDeep ? await resumption(session, best, older) : untested('deep-mode-only'),
    },
    ...(best.ok && version?.success === true
      ? { spareChain: { viaVersion: version.data, certificates: best.value.chain } }
      : {}),
  };
}

/**
 * Facts of the platform's handshake. If it failed, a server without TLS 1.3 that did not echo an offered session_ticket
 * is known to issue no tickets (RFC 5077 section 3.2).
 */
export async function scanWholeHandshakes(session: ScanSession, { negotiated }: FirstResults): Promise<Learned> {
  const {
    legacy: [best],
    tls13,
  } = negotiated;
  const echoed = best?.first.echoes.has(extensionTypes.sessionTicket);
  const echoesTicket = echoed?.known === true ? echoed.value : null;
  const has12 = best?.version === 'TLSv1.2' && (session.isDeep || tls13 === null || echoesTicket === true);
  const learned = await scanByPlatform(session, has12, tls13 !== null, echoesTicket !== false);
  const mayGive = tls13 !== null || echoesTicket !== false;
  if (learned.facts?.tickets?.known === true || mayGive) return learned;
  return { ...learned, facts: { ...learned.facts, tickets: seen({ tls12LifetimeHint: null, tls13Lifetime: null }) } };
}
