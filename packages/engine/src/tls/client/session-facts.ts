import { ProtocolError } from '@perimeter/protocols/protocol-error';
import {
  type OpensslSession,
  decodeOpensslSession,
  derOfPlatformSession,
} from '@perimeter/protocols/tls/openssl-session';

/** Ticket and 0-RTT facts of a session. */
export interface SessionFacts {
  hasTicket: boolean;
  /** Seconds; null where the server gave none. */
  ticketLifetime: number | null;
  maxEarlyDataBytes: number;
}

const nothing: SessionFacts = { hasTicket: false, ticketLifetime: null, maxEarlyDataBytes: 0 };

/** A session as the platform serialises it; null where it cannot be read. */
export function decodeSession(serialised: Uint8Array): OpensslSession | null {
  try {
    return decodeOpensslSession(derOfPlatformSession(serialised));
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return null;
  }
}

/** Reads what `getSession()` and the 'session' event give; anything else reads as a session without a ticket. */
export function readSession(serialised: Uint8Array): SessionFacts {
  const session = decodeSession(serialised);
  if (session === null) return nothing;
  const hasTicket = session.ticket.length > 0;
  // OpenSSL omits a lifetime of zero.
  const ticketLifetime = hasTicket && session.lifetime > 0 ? session.lifetime : null;
  return { hasTicket, ticketLifetime, maxEarlyDataBytes: session.maxEarlyData };
}
