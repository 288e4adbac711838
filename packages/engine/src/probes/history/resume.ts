import type { Socket } from 'node:net';
import { type NetFailure, netFailed } from '../../evidence/observed.ts';
import { platformHandshake } from '../../tls/client/platform-handshake.ts';
import { endedBy } from '../../evidence/failure-text.ts';

/** A handshake that may offer an earlier session. */
export interface SessionOffer {
  serverName: string;
  /** The only version to offer; null: TLS 1.2 and 1.3. */
  version: 'TLSv1.2' | 'TLSv1.3' | null;
  session: Buffer | null;
  /** Whether to wait for a new ticket. */
  wantsTicket: boolean;
  /** Whether the server is known to issue tickets in TLS 1.3. */
  issuesTickets?: boolean;
}

/** A handshake that completed, or that the server ended because of the session. */
export interface Finished {
  resumed: boolean;
  /** The alert that ended it; null: it completed. */
  alert: string | null;
  /** The newest session that the server issued; null: none. */
  session: Buffer | null;
}

/** OpenSSL names of received alerts with which TLS libraries refuse a ticket (RFC 9846 section 6.2). */
const refusals = ['ILLEGAL_PARAMETER', 'DECRYPT_ERROR', 'DECODE_ERROR', 'HANDSHAKE_FAILURE', 'UNKNOWN_PSK_IDENTITY'];

const unfinished = netFailed('closed', 'handshake-closed');

/** Runs a handshake with an earlier session over a dialer's socket, and closes it; never throws. */
export async function offerSession(
  socket: Socket,
  { serverName, version, session, wantsTicket, issuesTickets = false }: SessionOffer,
  signal: AbortSignal,
): Promise<Finished | NetFailure> {
  const request = {
    serverName,
    minVersion: version ?? 'TLSv1.2',
    maxVersion: version ?? 'TLSv1.3',
    awaitsTicket: wantsTicket,
    issuesTickets,
    ...(session === null ? {} : { session }),
  } as const;
  const { handshake, failure } = await platformHandshake(socket, request, signal);
  if (handshake !== null)
    return { resumed: handshake.resumed, alert: null, session: handshake.sessions.at(-1) ?? null };
  const alert = refusals.find((name) => failure !== null && endedBy(failure, `_ALERT_${name}`));
  return alert === undefined ? (failure ?? unfinished) : { resumed: false, alert: alert.toLowerCase(), session: null };
}
