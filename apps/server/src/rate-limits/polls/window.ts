import type { Told } from '../../repositories/limits/poll-windows.ts';
import type { Counted } from '../counters.ts';
import { windowSeconds } from '../policies.data.ts';

/** Length of a window. */
export const windowMs = windowSeconds * 1_000;
/** Callers that one process remembers. */
export const maxWindows = 100_000;
/** How often windows that are over are forgotten. */
export const sweepMs = 10_000;

/** Counts polls by caller; a promise only where others have to be asked. */
export interface PollCounter {
  count: (caller: string, quota: number) => Counted | Promise<Counted>;
  /** Gives back what this process has reserved and not used. */
  close: () => Promise<void>;
}

/** A caller's window as one process knows it. */
export interface Window {
  key: string;
  quota: number;
  /** Which window it is, by the database's clock. */
  endsAtMs: number;
  /** Its end by our clock; never after the real one. */
  untilMs: number;
  /**
   * asking: the database knows; held: we count in memory up to what we have reserved; shared: every process counts in
   * the database; blocked: another holds it and was asked to let go.
   */
  state: 'asking' | 'held' | 'shared' | 'blocked';
  /** Counted: by us where held, by all at the last statement where shared. */
  used: number;
  reserved: number;
  /** Admitted while the database was unreachable, not yet recorded. */
  owed: number;
  waiting: ((counted: Counted) => void)[];
  wantsMore: boolean;
  /** The window that others recall, maybe before we have heard that we hold it. */
  recalledEndsAtMs: number;
  /** The holder let go after we had asked. */
  isReleased: boolean;
  timer: NodeJS.Timeout | undefined;
}

/** A window of which nothing is known. */
export const emptyWindow = (key: string, quota: number): Window => ({
  key,
  quota,
  endsAtMs: 0,
  untilMs: -Infinity,
  state: 'asking',
  used: 0,
  reserved: 0,
  owed: 0,
  waiting: [],
  wantsMore: false,
  recalledEndsAtMs: -1,
  isReleased: false,
  timer: undefined,
});

const counted = ({ quota, untilMs }: Window, allowed: boolean, used: number, nowMs: number): Counted => ({
  allowed,
  quota,
  remaining: Math.max(0, quota - used),
  resetMs: untilMs - nowMs,
});

/** What has been reserved and will not be used once the window is let go. */
export const unspentOf = ({ state, reserved, used, owed }: Window): number =>
  state === 'held' ? Math.max(0, reserved - used - owed) : 0;

/** True where others wait for us to let the window go. */
export const isRecalled = ({ state, endsAtMs, recalledEndsAtMs }: Window): boolean =>
  state === 'held' && endsAtMs === recalledEndsAtMs;

/** Counts what needs no asking; null for the rest. */
export function countHere(window: Window, nowMs: number): Counted | null {
  if (nowMs >= window.untilMs || window.waiting.length > 0) return null;
  if (window.state === 'held' && window.used < window.reserved) {
    window.used += 1;
    return counted(window, true, window.used, nowMs);
  }
  const isFull = window.used >= window.quota && (window.state === 'held' || window.state === 'shared');
  return isFull ? counted(window, false, window.used, nowMs) : null;
}

/** Counts without the database: this process for itself. */
export function countAlone(window: Window, nowMs: number): Counted {
  if (nowMs >= window.untilMs) {
    Object.assign(window, { untilMs: nowMs + windowMs, endsAtMs: 0, state: 'asking', used: 0, owed: 0 });
  }
  const used = window.used + window.owed;
  if (used >= window.quota) return counted(window, false, used, nowMs);
  window.owed += 1;
  return counted(window, true, used + 1, nowMs);
}

/** Ends the wait of the first that wait: as many are admitted as were granted. */
function answer(window: Window, asked: number, granted: number, nowMs: number): void {
  const before = window.used - granted;
  for (const [n, settle] of window.waiting.splice(0, asked).entries()) {
    const allowed = n < granted;
    settle(counted(window, allowed, allowed ? before + n + 1 : Math.max(window.used, window.quota), nowMs));
  }
}

/** Takes a window as ours, newly opened or still: what waits is counted in memory. */
function hold(window: Window, told: Told, isSame: boolean, asked: number, nowMs: number): void {
  window.used = (isSame ? window.used : 0) + window.owed;
  window.owed = 0;
  window.reserved = told.points;
  window.state = 'held';
  const granted = Math.max(0, Math.min(asked, window.reserved - window.used));
  window.used += granted;
  answer(window, asked, granted, nowMs);
}

/** Takes a window as counted in the database. */
function share(window: Window, told: Told, asked: number, nowMs: number): void {
  window.state = 'shared';
  window.used = told.points;
  const granted = Math.max(0, told.granted - window.owed);
  window.owed = 0;
  answer(window, asked, granted, nowMs);
}

/** Applies the state of a window from the database, read with the given number waiting; returns the blocking caller, if any. Times are of our clock. */
export function take(
  window: Window,
  told: Told,
  { processId, asked, sentMs, nowMs }: { processId: string; asked: number; sentMs: number; nowMs: number },
): { blocker: string | null } {
  const isSame = window.endsAtMs === told.endsAtMs;
  window.endsAtMs = told.endsAtMs;
  window.untilMs = sentMs + told.leftMs;
  window.wantsMore = false;
  if (told.holder === processId) hold(window, told, isSame, asked, nowMs);
  else if (told.holder === null) share(window, told, asked, nowMs);
  else return { blocker: told.holder };
  return { blocker: null };
}
