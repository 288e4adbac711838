import type { VisitedSession } from '../../evidence/mail-transport/visited.ts';

/** Stores sessions with mail servers that many domains use. */
export interface SessionStore {
  /** Null: none that is recent enough. */
  read: (key: string) => Promise<VisitedSession | null>;
  keep: (key: string, session: VisitedSession) => Promise<void>;
}

/** The visited server and the thoroughness of the visit. */
export interface VisitedPlace {
  host: string;
  address: string;
  scanMode: string;
}

/** The key of a session; the host name comes first, so that its owner's opt-out can delete it. */
export const sessionKey = ({ host, address, scanMode }: VisitedPlace): string => `${host} ${address} ${scanMode}`;

/** Sessions shared by audits: of concurrent audits, one visits the server. */
export interface SharedSessions {
  visit: (
    place: VisitedPlace,
    visit: () => Promise<VisitedSession | null>,
  ) => Promise<{ session: VisitedSession | null; shared: boolean }>;
}

/** How long a session is shared. */
export const sharedForMs = 3_600_000;

/** Most sessions in the process's own store. */
const mostKept = 2_000;

/** A store in the memory of the process. */
export function createSessionStore(nowMs: () => number = Date.now): SessionStore {
  const kept = new Map<string, { session: VisitedSession; untilMs: number }>();
  return {
    read: async (key) => {
      const found = kept.get(key);
      return found === undefined || found.untilMs <= nowMs() ? null : found.session;
    },
    keep: async (key, session) => {
      kept.delete(key);
      kept.set(key, { session, untilMs: nowMs() + sharedForMs });
      const [oldest] = kept.keys();
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    },
  };
}

/** Shares the sessions of a store; a failing store counts as empty. */
export function shareSessions(store: SessionStore): SharedSessions {
  const running = new Map<string, Promise<VisitedSession | null>>();
  const visitAndKeep = async (key: string, visit: () => Promise<VisitedSession | null>) => {
    const session = await visit();
    if (session !== null) await store.keep(key, session).catch(() => {});
    return session;
  };
  return {
    visit: async (place, visit) => {
      const key = sessionKey(place);
      const kept = await store.read(key).catch(() => null);
      if (kept !== null) return { session: kept, shared: true };
      const other = running.get(key);
      const found = other === undefined ? null : await other;
      if (found !== null) return { session: found, shared: true };
      const own = visitAndKeep(key, visit);
      running.set(key, own);
      try {
        return { session: await own, shared: false };
      } finally {
        running.delete(key);
      }
    },
  };
}

/** The same for an audit with opt-outs: sessions of opted-out hosts are neither used nor stored. */
export const exceptOptedOut = (
  shared: SharedSessions,
  isOut: (place: Pick<VisitedPlace, 'host' | 'address'>) => boolean,
): SharedSessions => ({
  visit: async (place, visit) => {
    if (isOut(place)) return { session: await visit(), shared: false };
    const seen = await shared.visit(place, visit);
    // The owner may have opted out during another audit.
    return seen.shared && isOut(place) ? { session: await visit(), shared: false } : seen;
  },
});
