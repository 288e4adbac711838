import { dayMs } from '@perimeter/protocols/durations';
import { type SavedSession, maxSessionAgeMs } from '../../evidence/history/memory.ts';
import type { TlsEndpoint } from '../../evidence/tls/schema.ts';
import { isSamePlace } from '../../evidence/endpoint-place.ts';

/** RFC 9846 section 4.7.1: no ticket is valid for longer than seven days, so an older one must be refused. */
export const ripeAgeMs = 7 * dayMs;

/** Most sessions kept for endpoints that are no longer found, until they expire. */
const maxSessions = 32;

/** What to do about the sessions of one endpoint. */
export interface Turn {
  /** The ticket to offer: the youngest that is old enough. */
  offer: SavedSession | null;
  /** A ticket kept until it is old enough; null: none, so a new one is to be received. */
  ripening: SavedSession | null;
}

const ageOf = ({ receivedAtMs }: SavedSession, nowMs: number): number => nowMs - receivedAtMs;

const isRefused = ({ versions }: TlsEndpoint, version: SavedSession['version']): boolean => {
  const accepted = versions.find((one) => one.version === version)?.accepted;
  return accepted?.known === true && !accepted.value;
};

const youngest = (sessions: readonly SavedSession[]): SavedSession | null =>
  sessions.toSorted((a, b) => b.receivedAtMs - a.receivedAtMs)[0] ?? null;

/** Sessions that have not expired; one from the future has a wrong clock. */
export const unexpired = (sessions: readonly SavedSession[], nowMs: number): SavedSession[] =>
  sessions.filter((session) => ageOf(session, nowMs) >= 0 && ageOf(session, nowMs) <= maxSessionAgeMs);

/** Decides about an endpoint from all stored sessions. */
export function turnOf(sessions: readonly SavedSession[], endpoint: TlsEndpoint, nowMs: number): Turn {
  const own = unexpired(sessions, nowMs).filter(
    (one) => isSamePlace(one, endpoint) && !isRefused(endpoint, one.version),
  );
  return {
    offer: youngest(own.filter((one) => ageOf(one, nowMs) >= ripeAgeMs)),
    ripening: youngest(own.filter((one) => ageOf(one, nowMs) < ripeAgeMs)),
  };
}

/** The result for an endpoint; resumed: null where the ticket was not offered, or the result is unknown. */
export interface Turned extends Turn {
  resumed: boolean | null;
  received: SavedSession | null;
}

/** A ticket that still works is offered again next time, even if there is a newer one; a refused one is deleted. */
export const keptOf = ({ offer, ripening, resumed, received }: Turned): SavedSession[] =>
  [resumed === false ? null : offer, ripening ?? received].filter((session) => session !== null);

/** All sessions to store: those of processed endpoints, and the earlier ones of others. */
export function keptOfAll(
  earlier: readonly SavedSession[],
  turned: readonly { endpoint: TlsEndpoint; kept: readonly SavedSession[] }[],
  nowMs: number,
): SavedSession[] {
  const others = unexpired(earlier, nowMs).filter(
    (session) => !turned.some(({ endpoint }) => isSamePlace(session, endpoint)),
  );
  const all = [...turned.flatMap(({ kept }) => kept), ...others];
  return all.toSorted((a, b) => b.receivedAtMs - a.receivedAtMs).slice(0, maxSessions);
}
