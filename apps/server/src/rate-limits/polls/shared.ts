import { randomUUID } from 'node:crypto';
import type { OtherChannel } from '../../repositories/channels.ts';
import type { Db } from '../../repositories/schema/schema.ts';
import {
  countAlone,
  countHere,
  emptyWindow,
  isRecalled,
  maxWindows,
  type PollCounter,
  sweepMs,
  take,
  unspentOf,
  type Window,
  windowMs,
} from './window.ts';
import {
  aheadOf,
  pollWindows,
  recalledChannel,
  releasedChannel,
  type GivenBack,
  type Told,
} from '../../repositories/limits/poll-windows.ts';
import type { Counted } from '../counters.ts';

/** What counting polls over several processes needs. */
export interface SharedWindows {
  db: Db;
  /** Notifications between processes. */
  news: { hear: (channel: OtherChannel, heard: (payload: string) => void) => void };
  /** How long a holder may take to release a window before it is considered dead, in milliseconds. */
  recallMs?: number;
}

/** The windows that a process knows, and pending work on them. */
interface Polls {
  processId: string;
  table: ReturnType<typeof pollWindows>;
  nowMs: () => number;
  recallMs: number;
  windows: Map<string, Window>;
  dirty: Set<Window>;
  givingBack: GivenBack[];
  evicting: { key: string; holder: string }[];
  pumping: Promise<void> | null;
  /** On the clock of performance.now(). */
  restsUntilMs: number;
}

const maxKeysAtOnce = 1_000;
// While the database is away, it is tried only once in this time, in milliseconds.
const restMs = 1_000;

function soon(polls: Polls, window: Window): void {
  polls.dirty.add(window);
  polls.pumping ??= new Promise<void>((resolve) => {
    setImmediate(() => void pump(polls).finally(resolve));
  });
}

function letGo(polls: Polls, window: Window): void {
  if (window.state !== 'held') return;
  polls.givingBack.push({ key: window.key, endsAtMs: window.endsAtMs, unspent: unspentOf(window) });
  window.state = 'asking';
  window.wantsMore = false;
}

function unblock(polls: Polls, window: Window): void {
  clearTimeout(window.timer);
  window.timer = undefined;
  if (window.state !== 'blocked') return;
  window.state = 'asking';
  if (window.waiting.length > 0) soon(polls, window);
}

function block(polls: Polls, window: Window, holder: string): void {
  window.state = 'blocked';
  if (window.isReleased) {
    unblock(polls, window);
    return;
  }
  window.timer = setTimeout(() => {
    // The holder is dead or receives no notifications; its reservation stays counted.
    polls.evicting.push({ key: window.key, holder });
    unblock(polls, window);
  }, polls.recallMs).unref();
}

function hear(polls: Polls, window: Window, told: Told, asked: number, sentMs: number): void {
  const { processId, nowMs } = polls;
  // Another process considered us dead and took over: the rest of our reservation is lost.
  const isTaken = window.endsAtMs === told.endsAtMs && told.holder !== processId;
  if (isTaken) letGo(polls, window);
  const { blocker } = take(window, told, { processId, asked, sentMs, nowMs: nowMs() });
  if (blocker !== null) block(polls, window, blocker);
  else if (window.waiting.length > 0 || isRecalled(window) || polls.givingBack.length > 0) soon(polls, window);
}

async function ask(polls: Polls, asking: readonly Window[]): Promise<void> {
  const sentMs = polls.nowMs();
  const waiting = new Map<string, number>();
  const asked = asking.map((window) => {
    const { key, quota, owed } = window;
    window.isReleased = false;
    waiting.set(key, window.waiting.length);
    return { key, quota, needed: Math.min(quota, window.waiting.length + owed) };
  });
  for (const told of await polls.table.ask(asked)) {
    const window = polls.windows.get(told.key);
    if (window !== undefined) hear(polls, window, told, waiting.get(told.key) ?? 0, sentMs);
  }
}

/** Does all pending work, with at most one statement of each kind. */
async function step(polls: Polls): Promise<void> {
  const due = [...polls.dirty].slice(0, maxKeysAtOnce);
  for (const window of due) {
    polls.dirty.delete(window);
    if (isRecalled(window)) letGo(polls, window);
  }
  const [given, evicted] = [polls.givingBack.splice(0), polls.evicting.splice(0)];
  if (given.length > 0) await polls.table.release(given);
  if (evicted.length > 0) await polls.table.evict(evicted);
  const now = polls.nowMs();
  const asking = due.filter(
    ({ state, waiting, wantsMore, untilMs }) =>
      state !== 'blocked' && (waiting.length > 0 || (wantsMore && now < untilMs)),
  );
  if (asking.length > 0) await ask(polls, asking);
}

/** Counts all waiting polls without the database, because it did not answer. */
function admitAlone(polls: Polls): void {
  polls.restsUntilMs = performance.now() + restMs;
  polls.dirty.clear();
  const now = polls.nowMs();
  for (const window of polls.windows.values()) {
    window.wantsMore = false;
    if (window.state === 'blocked') window.state = 'asking';
    for (const settle of window.waiting.splice(0)) settle(countAlone(window, now));
  }
}

async function pump(polls: Polls): Promise<void> {
  try {
    while (polls.dirty.size > 0) await step(polls);
  } catch {
    admitAlone(polls);
  } finally {
    polls.pumping = null;
  }
}

function follow(polls: Polls, news: SharedWindows['news']): void {
  news.hear(recalledChannel, (payload) => {
    const [, holder, endsAtMs, key = ''] = /^(\S+) (\d+) (.*)$/s.exec(payload) ?? [];
    const window = holder === polls.processId ? polls.windows.get(key) : undefined;
    if (window === undefined) return;
    window.recalledEndsAtMs = Number(endsAtMs);
    if (isRecalled(window)) soon(polls, window);
  });
  news.hear(releasedChannel, (key) => {
    const window = polls.windows.get(key);
    if (window === undefined) return;
    window.isReleased = true;
    // A returned reservation may admit further polls.
    if (window.state === 'shared') window.state = 'asking';
    unblock(polls, window);
  });
}

function open(polls: Polls, key: string, quota: number): Window {
  const window = emptyWindow(key, quota);
  const [oldest] = polls.windows.size >= maxWindows ? polls.windows.values() : [];
  if (oldest !== undefined && oldest.waiting.length === 0) {
    clearTimeout(oldest.timer);
    letGo(polls, oldest);
    polls.windows.delete(oldest.key);
  }
  polls.windows.set(key, window);
  return window;
}

function countPoll(polls: Polls, key: string, quota: number): Counted | Promise<Counted> {
  const now = polls.nowMs();
  const window = polls.windows.get(key) ?? open(polls, key, quota);
  const here = countHere(window, now);
  if (here === null) {
    if (performance.now() < polls.restsUntilMs) return countAlone(window, now);
    return new Promise((resolve) => {
      window.waiting.push(resolve);
      if (window.state !== 'blocked') soon(polls, window);
    });
  }
  const isShort = window.reserved < quota && window.reserved - window.used <= aheadOf(quota) / 2;
  if (isShort && window.state === 'held' && !window.wantsMore) {
    window.wantsMore = true;
    soon(polls, window);
  }
  return here;
}

/** Deletes windows that have ended, here and in the database. */
function sweep(polls: Polls): void {
  const now = polls.nowMs();
  for (const [key, { untilMs, waiting, timer }] of polls.windows) {
    if (untilMs <= now && waiting.length === 0 && timer === undefined) polls.windows.delete(key);
  }
  polls.table.purge().catch(() => undefined);
}

/**
 * Counts polls exactly over all processes on a database, and mostly in memory: the process that opens a caller's window
 * holds it and reserves counts in advance. When the caller sends a poll to another process, that process recalls the
 * window; the holder returns what it has not used, and from then on both count in the database, many callers per
 * statement. A reservation counts as used until it is returned, so that no window admits too many, whichever process
 * dies.
 */
export function countShared({ db, news, recallMs = 250 }: SharedWindows, clock?: () => number): PollCounter {
  const processId = randomUUID();
  const polls: Polls = {
    processId,
    table: pollWindows(db, { processId, windowMs, clock }),
    nowMs: clock ?? (() => performance.now()),
    recallMs,
    windows: new Map(),
    dirty: new Set(),
    givingBack: [],
    evicting: [],
    pumping: null,
    restsUntilMs: -Infinity,
  };
  follow(polls, news);
  const timer = setInterval(() => sweep(polls), sweepMs).unref();
  return {
    count: (caller, quota) => countPoll(polls, caller, quota),
    close: async () => {
      clearInterval(timer);
      await polls.pumping;
      for (const window of polls.windows.values()) {
        clearTimeout(window.timer);
        letGo(polls, window);
      }
      if (polls.givingBack.length > 0) await polls.table.release(polls.givingBack.splice(0)).catch(() => undefined);
    },
  };
}
