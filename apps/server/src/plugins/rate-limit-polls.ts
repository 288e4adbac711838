import { sql, type Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { CountRequest } from './rate-limit-counters.ts';
import { windowSeconds } from './rate-limit-policies.data.ts';

interface Window {
  endsAtMs: number;
  /** What all processes had counted at the last exchange. */
  known: number;
  /** What this one has counted since. */
  fresh: number;
}

const policy = 'status';
const exchangeMs = 500;
const maxKeysAtOnce = 1_000;
const maxWindows = 100_000;
const windowMs = windowSeconds * 1_000;

interface Exchanged {
  key: string;
  points: number;
  expire: string;
}

/** Adds counts to the shared ones, one statement for all callers; in the order of keys, so that two processes never wait for each other. */
async function exchange(db: Kysely<Schema>, windows: readonly (readonly [string, Window])[]): Promise<Exchanged[]> {
  const sorted = windows.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const keys = sorted.map(([caller]) => `${policy}:${caller}`);
  const counts = sorted.map(([, { fresh }]) => fresh);
  const ends = sorted.map(([, { endsAtMs }]) => endsAtMs);
  const now = Date.now();
  const { rows } = await sql<Exchanged>`
    insert into rate_limits as shared (key, points, expire)
    select * from unnest(${keys}::varchar[], ${counts}::integer[], ${ends}::bigint[])
    on conflict (key) do update set
      points = case when shared.expire <= ${now} then excluded.points else shared.points + excluded.points end,
      expire = case when shared.expire <= ${now} then excluded.expire else shared.expire end
    returning key, points, expire`.execute(db);
  return rows;
}

/** The part of the windows that an exchange is about. */
function unsent(windows: ReadonlyMap<string, Window>): (readonly [string, Window])[] {
  const found: (readonly [string, Window])[] = [];
  for (const entry of windows) {
    if (entry[1].fresh > 0 && found.push(entry) === maxKeysAtOnce) break;
  }
  return found;
}

async function synchronise(db: Kysely<Schema> | null, windows: Map<string, Window>): Promise<void> {
  const now = Date.now();
  for (const [caller, { endsAtMs }] of windows) if (endsAtMs <= now) windows.delete(caller);
  if (db === null) return;
  const sending = unsent(windows);
  if (sending.length === 0) return;
  const sent = new Map(sending.map(([caller, { fresh }]) => [caller, fresh]));
  for (const { key, points, expire } of await exchange(db, sending)) {
    const caller = key.slice(policy.length + 1);
    const window = windows.get(caller);
    if (window === undefined) continue;
    window.known = points;
    window.fresh -= sent.get(caller) ?? 0;
    window.endsAtMs = Number(expire);
  }
}

/** Counts polls in memory, the other policies where they are counted; twice a second the processes on a database tell each other. */
export function countPollsInMemory(db: Kysely<Schema> | null, countOthers: CountRequest): CountRequest {
  const windows = new Map<string, Window>();
  let exchanging = false;
  const timer = setInterval(() => {
    if (exchanging || windows.size === 0) return;
    exchanging = true;
    // While the database is away the process counts for itself, and tells later.
    synchronise(db, windows)
      .catch(() => undefined)
      .finally(() => {
        exchanging = false;
      });
  }, exchangeMs);
  timer.unref();

  const open = (caller: string, now: number): Window => {
    const fresh = { endsAtMs: now + windowMs, known: 0, fresh: 0 };
    windows.delete(caller);
    windows.set(caller, fresh);
    const [oldest] = windows.keys();
    if (windows.size > maxWindows && oldest !== undefined) windows.delete(oldest);
    return fresh;
  };

  return async (asked, quota, caller) => {
    if (asked !== policy) return countOthers(asked, quota, caller);
    const now = Date.now();
    const known = windows.get(caller);
    const window = known !== undefined && now < known.endsAtMs ? known : open(caller, now);
    const allowed = window.known + window.fresh < quota;
    if (allowed) window.fresh += 1;
    const remaining = Math.max(0, quota - window.known - window.fresh);
    return { allowed, quota, remaining, resetMs: window.endsAtMs - now };
  };
}
