import { dayMs } from '@perimeter/protocols/durations';
import { type SavedSession, maxSessionAgeMs } from '../../evidence/history/memory.ts';
import type { TlsEndpoint } from '../../evidence/tls/schema.ts';
import { isSamePlace } from '../../evidence/endpoint-place.ts';

/** RFC 9846 section 4.7.1: no ticket lives longer than seven days, so one that is as old must not work any more. */
export const ripeAgeMs = 7 * dayMs;

/** Sessions of endpoints that are no longer met are forgotten with time; until then this many are kept. */
const maxSessions = 32;

/** What is to be done about the sessions of one endpoint. */
export interface Turn {
  /** The ticket to offer again: the youngest of those that are old enough. */
  offer: SavedSession | null;
  /** Kept while it ripens; null: there is none, so a new one is to be received. */
  ripening: SavedSession | null;
}

const ageOf = ({ receivedAtMs }: SavedSession, nowMs: number): number => nowMs - receivedAtMs;

const isRefused = ({ versions }: TlsEndpoint, version: SavedSession['version']): boolean => {
  const accepted = versions.find((one) => one.version === version)?.accepted;
  return accepted?.known === true && !accepted.value;
};

const youngest = (sessions: readonly SavedSession[]): SavedSession | null =>
  sessions.toSorted((a, b) => b.receivedAtMs - a.receivedAtMs)[0] ?? null;

/** Sessions whose time is not over; one from the future is of a clock that was wrong. */
export const unexpired = (sessions: readonly SavedSession[], nowMs: number): SavedSession[] =>
  sessions.filter((session) => ageOf(session, nowMs) >= 0 && ageOf(session, nowMs) <= maxSessionAgeMs);

/** What to do about an endpoint, from what is remembered of all. */
export function turnOf(sessions: readonly SavedSession[], endpoint: TlsEndpoint, nowMs: number): Turn {
  const own = unexpired(sessions, nowMs).filter(
    (one) => isSamePlace(one, endpoint) && !isRefused(endpoint, one.version),
  );
  return {
    offer: youngest(own.filter((one) => ageOf(one, nowMs) >= ripeAgeMs)),
    ripening: youngest(own.filter((one) => ageOf(one, nowMs) < ripeAgeMs)),
  };
}

/** What an endpoint's turn came to; resumed: null where the ticket was not offered, or nobody knows what became of it. */
export interface Turned extends Turn {
  resumed: boolean | null;
  received: SavedSession | null;
}

/** A ticket that still works is offered again next time, whatever newer one there is; one that was refused has done its work. */
export const keptOf = ({ offer, ripening, resumed, received }: Turned): SavedSession[] =>
  [resumed === false ? null : offer, ripening ?? received].filter((session) => session !== null);

/** All sessions to remember: those of the endpoints that had their turn, and the earlier ones of the others. */
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
