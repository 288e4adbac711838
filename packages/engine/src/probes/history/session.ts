import { createHash } from 'node:crypto';
import { encodeOpensslSession } from '@perimeter/protocols/tls/openssl-session';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import type { SavedSession } from '../../evidence/history/memory.ts';
import type { TlsEndpoint } from '../../evidence/tls/schema.ts';
import { decodeSession } from '../../tls/client/session-facts.ts';

/** Longer tickets contain more than a session, and would make the memory grow. */
const maxTicketBytes = 4_096;

/** The platform offers no ticket beyond its issued lifetime; an age of 45 days fits its 32 bits. */
const longLifetimeSeconds = 45 * 86_400;

const versionNames: ReadonlyMap<number, SavedSession['version']> = new Map([
  [wireVersions['TLSv1.2'], 'TLSv1.2'],
  [wireVersions['TLSv1.3'], 'TLSv1.3'],
]);

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** A session of the platform for storage; null where it has no ticket, or cannot be stored. */
export function savedSessionOf(
  serialised: Uint8Array,
  { address, port, serverName }: TlsEndpoint,
  receivedAtMs: number,
): SavedSession | null {
  const session = decodeSession(serialised);
  const version = versionNames.get(session?.version ?? 0);
  if (session === null || version === undefined) return null;
  const { ticket, secret, suite, ageAdd, hasExtendedMasterSecret } = session;
  if (ticket.length === 0 || ticket.length > maxTicketBytes) return null;
  const place = { address, port, serverName };
  const secrets = { ticket: base64(ticket), secret: base64(secret), ageAdd, hasExtendedMasterSecret };
  return { ...place, version, suite, receivedAtMs, ...secrets };
}

/** A stored session in the platform's format; ageMs: age of its ticket by the audit's clock. */
export function platformSessionOf(session: SavedSession, ageMs: number): Buffer {
  const ticket = Buffer.from(session.ticket, 'base64');
  const der = encodeOpensslSession({
    version: wireVersions[session.version],
    suite: session.suite,
    // Our own id: the server's echo of it shows the resumption (RFC 5077 section 3.4).
    sessionId: createHash('sha256').update(ticket).digest(),
    secret: Buffer.from(session.secret, 'base64'),
    receivedAt: Math.floor((Date.now() - ageMs) / 1_000),
    lifetime: longLifetimeSeconds,
    ticket,
    hasExtendedMasterSecret: session.hasExtendedMasterSecret,
    ageAdd: session.ageAdd,
    maxEarlyData: 0,
  });
  return Buffer.from(der);
}
