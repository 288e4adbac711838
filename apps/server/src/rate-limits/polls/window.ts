import type { Told } from '../../repositories/limits/poll-windows.ts';
import type { Counted } from '../counters.ts';
import { windowSeconds } from '../policies.data.ts';

/** Length of a window in milliseconds. */
export const windowMs = windowSeconds * 1_000;
/** How many callers one process keeps in memory. */
export const maxWindows = 100_000;
/** How often windows that have ended are deleted, in milliseconds. */
export const sweepMs = 10_000;

/** Counts polls by caller; a promise only if the database must be asked. */
export interface PollCounter {
  count: (caller: string, quota: number) => Counted | Promise<Counted>;
  /** Returns this process's unused reservations. */
  close: () => Promise<void>;
}

/** A caller's window as one process knows it. */
export interface Window {
  key: string;
  quota: number;
  /** The window's end on the database's clock, which identifies it. */
  endsAtMs: number;
  /** The window's end on our clock; never later than the real end. */
  untilMs: number;
  /**
   * asking: a statement is under way; held: this process counts in memory up to its reservation; shared: every process
   * counts in the database; blocked: another process holds the window and was asked to release it.
   */
  state: 'asking' | 'held' | 'shared' | 'blocked';
  /** Polls counted: by this process if held, by all at the last statement if shared. */
  used: number;
  reserved: number;
  /** Polls admitted while the database was unreachable, not yet recorded. */
  owed: number;
  waiting: ((counted: Counted) => void)[];
  wantsMore: boolean;
  /** The window that others recall, possibly before this process knows that it holds it. */
  recalledEndsAtMs: number;
  /** The holder released the window after our request. */
  isReleased: boolean;
  timer: NodeJS.Timeout | undefined;
}

/** A window with an unknown state. */
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

/** The part of a reservation that will not be used once the window is released. */
export const unspentOf = ({ state, reserved, used, owed }: Window): number =>
  state === 'held' ? Math.max(0, reserved - used - owed) : 0;

/** True if other processes wait for this one to release the window. */
export const isRecalled = ({ state, endsAtMs, recalledEndsAtMs }: Window): boolean =>
  state === 'held' && endsAtMs === recalledEndsAtMs;

/** Counts a poll if that needs no statement; else null. */
export function countHere(window: Window, nowMs: number): Counted | null {
  if (nowMs >= window.untilMs || window.waiting.length > 0) return null;
  if (window.state === 'held' && window.used < window.reserved) {
    window.used += 1;
    return counted(window, true, window.used, nowMs);
  }
  const isFull = window.used >= window.quota && (window.state === 'held' || window.state === 'shared');
  return isFull ? counted(window, false, window.used, nowMs) : null;
}

/** Counts in this process, without the database. */
export function countAlone(window: Window, nowMs: number): Counted {
  if (nowMs >= window.untilMs) {
    Object.assign(window, { untilMs: nowMs + windowMs, endsAtMs: 0, state: 'asking', used: 0, owed: 0 });
  }
  const used = window.used + window.owed;
  if (used >= window.quota) return counted(window, false, used, nowMs);
  window.owed += 1;
  return counted(window, true, used + 1, nowMs);
}

/** Answers the polls that have waited longest: as many are admitted as were granted. */
function answer(window: Window, asked: number, granted: number, nowMs: number): void {
  const before = window.used - granted;
  for (const [n, settle] of window.waiting.splice(0, asked).entries()) {
    const allowed = n < granted;
    settle(counted(window, allowed, allowed ? before + n + 1 : Math.max(window.used, window.quota), nowMs));
  }
}

/** Marks a window as held, newly or still: waiting polls are counted in memory. */
function hold(window: Window, told: Told, isSame: boolean, asked: number, nowMs: number): void {
  window.used = (isSame ? window.used : 0) + window.owed;
  window.owed = 0;
  window.reserved = told.points;
  window.state = 'held';
  const granted = Math.max(0, Math.min(asked, window.reserved - window.used));
  window.used += granted;
  answer(window, asked, granted, nowMs);
}

/** Marks a window as counted in the database. */
function share(window: Window, told: Told, asked: number, nowMs: number): void {
  window.state = 'shared';
  window.used = told.points;
  const granted = Math.max(0, told.granted - window.owed);
  window.owed = 0;
  answer(window, asked, granted, nowMs);
}

/**
 * Applies a window's state from the database, read when this number of polls waited; returns the blocking holder, if
 * any. Times are on our clock.
 */
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
