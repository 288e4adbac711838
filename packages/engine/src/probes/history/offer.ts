import type { EarlierSession } from '../../evidence/history/schema.ts';
import type { SavedSession } from '../../evidence/history/memory.ts';
import { type NetFailure, seen, untested, unobserved } from '../../evidence/observed.ts';
import type { TlsEndpoint } from '../../evidence/tls/schema.ts';
import { startDeadline } from '../../net/deadline.ts';
import { firstConnectTimeoutMs } from '../../net/dialer.ts';
import type { ProbeContext } from '../probe.ts';
import { type Finished, offerSession } from './resume.ts';
import { platformSessionOf, savedSessionOf } from './session.ts';
import { keptOf, turnOf, type Turn } from './turns.ts';
import { handshakeTimeoutMs } from '../../tls/client/platform-handshake.ts';

/** The result of one endpoint, and its sessions to store. */
export interface Offered {
  endpoint: TlsEndpoint;
  session: EarlierSession | null;
  kept: readonly SavedSession[];
}

const isFailure = (result: Finished | NetFailure): result is NetFailure => 'reason' in result;

async function connect(
  { dialer, signal, target }: ProbeContext,
  endpoint: TlsEndpoint,
  { offer, ripening }: Turn,
): Promise<Finished | NetFailure> {
  const { address, port, serverName, tickets } = endpoint;
  using deadline = startDeadline(signal, { name: 'offer-session()', timeoutMs: handshakeTimeoutMs });
  const place = { address, port, host: serverName };
  const dialed = await dialer.connect(place, { signal: deadline.signal, timeoutMs: firstConnectTimeoutMs });
  if (!dialed.ok) return dialed.failure;
  const session = offer === null ? null : platformSessionOf(offer, target.startedAtMs - offer.receivedAtMs);
  const issuesTickets = tickets.known && tickets.value.tls13Lifetime !== null;
  const wish = { serverName, version: offer?.version ?? null, session, wantsTicket: ripening === null, issuesTickets };
  return offerSession(dialed.socket, wish, deadline.signal);
}

function describe(session: SavedSession, result: Finished | NetFailure | null): EarlierSession {
  const { address, port, serverName, version, suite, receivedAtMs } = session;
  const resumed =
    result === null
      ? untested('tickets-too-young')
      : isFailure(result)
        ? unobserved(result)
        : seen({ resumed: result.resumed, alert: result.alert });
  return { address, port, serverName, version, suite, receivedAtMs, resumed };
}

/**
 * Offers the ticket that is old enough, and receives one for later if none is pending: one connection at most, and none
 * if there is nothing to do.
 */
export async function offerAt(
  context: ProbeContext,
  endpoint: TlsEndpoint,
  earlier: readonly SavedSession[],
): Promise<Offered> {
  const nowMs = context.target.startedAtMs;
  const turn = turnOf(earlier, endpoint, nowMs);
  const { offer, ripening } = turn;
  const result = offer === null && ripening !== null ? null : await connect(context, endpoint, turn);
  const finished = result === null || isFailure(result) ? null : result;
  const serialised = finished?.session ?? null;
  const received = serialised === null ? null : savedSessionOf(serialised, endpoint, nowMs);
  const resumed = offer === null || finished === null ? null : finished.resumed;
  const told = offer ?? ripening;
  return {
    endpoint,
    session: told === null ? null : describe(told, offer === null ? null : result),
    kept: keptOf({ ...turn, resumed, received }),
  };
}
