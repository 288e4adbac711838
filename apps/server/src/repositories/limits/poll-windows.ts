import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { OtherChannel } from '../channels.ts';
import type { Schema } from '../schema/schema.ts';

/** What a process asks of a window: the number of requests to count. */
export interface AskedPolls {
  key: string;
  quota: number;
  needed: number;
}

/** The state of a window after a statement. */
export interface Told {
  key: string;
  /** All points counted, including the holder's reservation. */
  points: number;
  /** How many of the requested points were counted, if no process holds the window. */
  granted: number;
  holder: string | null;
  /** Epoch milliseconds on the database's clock; identifies the window together with the key. */
  endsAtMs: number;
  leftMs: number;
}

/** The unused part of a process's reservation in a window. */
export interface GivenBack {
  key: string;
  endsAtMs: number;
  unspent: number;
}

/** Windows that processes share. */
export interface PollWindows {
  /**
   * Counts, reserves points in a window that this process holds or opens, and recalls a window that another one holds.
   */
  ask: (asked: readonly AskedPolls[]) => Promise<Told[]>;
  /** Returns reservations and releases windows; waiting processes are notified. */
  release: (given: readonly GivenBack[]) => Promise<void>;
  /** Releases windows of holders that do not answer: their reservations stay counted. */
  evict: (held: readonly { key: string; holder: string }[]) => Promise<void>;
  /** Deletes windows that ended some time ago. */
  purge: () => Promise<void>;
}

/** Channels of the notifications; their payloads are HOLDER ENDS_AT KEY, and KEY. */
export const recalledChannel = 'polls_recalled' satisfies OtherChannel;
export const releasedChannel = 'polls_released' satisfies OtherChannel;

/** How much a holder reserves at a time: an eighth of the quota. */
export const aheadOf = (quota: number): number => Math.max(1, Math.floor(quota / 8));

const databaseClock = sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`;

interface Row extends Omit<Told, 'endsAtMs' | 'leftMs'> {
  ends_at: string;
  left_ms: string;
}

/** The counting process, and the length of windows. */
export interface PollProcess {
  processId: string;
  windowMs: number;
  clock?: (() => number) | undefined;
}

/** SQL: counts requests if this process or none holds the window, and recalls windows that others hold. */
function askStatement(asked: readonly AskedPolls[], now: RawBuilder<number>, { processId, windowMs }: PollProcess) {
  const sorted = asked.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return sql<Row>`
    with clock as materialized (select ${now} as now),
    asked as (
      insert into poll_windows as w (key, quota, points, granted, holder, ends_at)
      select a.key, a.quota, least(a.quota, a.needed + a.ahead), a.needed, ${processId}::uuid, clock.now + ${windowMs}::bigint
      from clock, unnest(
        ${sorted.map(({ key }) => key)}::varchar[], ${sorted.map(({ quota }) => quota)}::integer[],
        ${sorted.map(({ needed }) => needed)}::integer[], ${sorted.map(({ quota }) => aheadOf(quota))}::integer[]
      ) as a (key, quota, needed, ahead)
      order by a.key
      on conflict (key) do update set
        quota = excluded.quota,
        points = case
          when w.ends_at <= excluded.ends_at - ${windowMs}::bigint then excluded.points
          when w.holder = ${processId}::uuid then greatest(w.points, least(excluded.quota, w.points + excluded.granted + greatest(1, excluded.quota / 8)))
          when w.holder is null then greatest(w.points, least(excluded.quota, w.points + excluded.granted))
          else w.points end,
        granted = case
          when w.ends_at > excluded.ends_at - ${windowMs}::bigint and w.holder is null
            then greatest(0, least(excluded.quota, w.points + excluded.granted) - w.points)
          else 0 end,
        holder = case when w.ends_at <= excluded.ends_at - ${windowMs}::bigint then excluded.holder else w.holder end,
        ends_at = case when w.ends_at <= excluded.ends_at - ${windowMs}::bigint then excluded.ends_at else w.ends_at end
      returning key, points, granted, holder, ends_at
    )
    select asked.*, ends_at - clock.now as left_ms,
      case when holder <> ${processId}::uuid then pg_notify(${recalledChannel}, holder || ' ' || ends_at || ' ' || key)::text end as recalled
    from asked, clock`;
}

const toldOf = ({ key, points, granted, holder, ends_at: endsAt, left_ms: left }: Row): Told => ({
  key,
  points,
  granted,
  holder,
  endsAtMs: Number(endsAt),
  leftMs: Number(left),
});

/**
 * The windows in the database, for the process with this id. Rows are locked in key order, to avoid deadlocks. The
 * clock is the database's, shared by all hosts, unless a test supplies its own.
 */
export function pollWindows(db: Kysely<Schema>, { processId, windowMs, clock }: PollProcess): PollWindows {
  const now = () => (clock === undefined ? databaseClock : sql<number>`${clock()}::bigint`);
  return {
    ask: async (asked) => {
      const { rows } = await askStatement(asked, now(), { processId, windowMs }).execute(db);
      return rows.map(toldOf);
    },
    release: async (given) => {
      await sql`
        with given as (
          select * from unnest(
            ${given.map(({ key }) => key)}::varchar[], ${given.map(({ endsAtMs }) => endsAtMs)}::bigint[],
            ${given.map(({ unspent }) => unspent)}::integer[]
          ) as given (key, ends_at, unspent)
        ), locked as materialized (
          select w.key, given.unspent from poll_windows as w
          join given on given.key = w.key and given.ends_at = w.ends_at order by w.key for update of w
        ), released as (
          update poll_windows as w set points = greatest(0, w.points - locked.unspent), holder = null
          from locked where locked.key = w.key returning w.key
        )
        select pg_notify(${releasedChannel}, key)::text from released`.execute(db);
    },
    evict: async (held) => {
      await sql`
        with held as (
          select * from unnest(${held.map(({ key }) => key)}::varchar[], ${held.map(({ holder }) => holder)}::uuid[]) as held (key, holder)
        ), locked as materialized (
          select w.key from poll_windows as w
          join held on held.key = w.key and held.holder = w.holder order by w.key for update of w
        )
        update poll_windows as w set holder = null from locked where locked.key = w.key`.execute(db);
    },
    purge: async () => {
      await sql`
        delete from poll_windows where key in (
          select key from poll_windows where ends_at < ${now()} - ${windowMs}::bigint
          order by key for update skip locked
        )`.execute(db);
    },
  };
}
