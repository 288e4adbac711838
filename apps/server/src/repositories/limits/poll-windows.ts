import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { OtherChannel } from '../channels.ts';
import type { Schema } from '../schema/schema.ts';

/** What a process asks of a window: requests that wait to be counted. */
export interface Asked {
  key: string;
  quota: number;
  needed: number;
}

/** A window as a statement left it. */
export interface Told {
  key: string;
  /** All that is counted, and reserved where there is a holder. */
  points: number;
  /** What was counted of what was needed, where nobody holds the window. */
  granted: number;
  holder: string | null;
  /** Epoch milliseconds of the database's clock; with the key it says which window it is. */
  endsAtMs: number;
  leftMs: number;
}

/** What is not needed any more of what a process had reserved in a window. */
export interface GivenBack {
  key: string;
  endsAtMs: number;
  unspent: number;
}

/** Windows that processes share. */
export interface PollWindows {
  /** Counts, reserves ahead in a window that the process holds or opens, and asks a foreign holder to let go. */
  ask: (asked: readonly Asked[]) => Promise<Told[]>;
  /** Gives back what was reserved and lets go; processes that wait for it are notified. */
  release: (given: readonly GivenBack[]) => Promise<void>;
  /** Lets go for holders that do not answer: what they have reserved stays counted. */
  evict: (held: readonly { key: string; holder: string }[]) => Promise<void>;
  /** Removes windows that ended a while ago. */
  purge: () => Promise<void>;
}

/** Channels of the notifications, with HOLDER ENDS_AT KEY and KEY as payloads. */
export const recalledChannel = 'polls_recalled' satisfies OtherChannel;
export const releasedChannel = 'polls_released' satisfies OtherChannel;

/** What a holder may count before it has to ask again: an eighth of the quota. */
export const aheadOf = (quota: number): number => Math.max(1, Math.floor(quota / 8));

const databaseClock = sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`;

interface Row extends Omit<Told, 'endsAtMs' | 'leftMs'> {
  ends_at: string;
  left_ms: string;
}

/** Who counts, in windows of which length. */
export interface PollProcess {
  processId: string;
  windowMs: number;
  clock?: (() => number) | undefined;
}

/** Counts what is asked where this process or nobody holds the window, and calls back what another holds. */
function askStatement(asked: readonly Asked[], now: RawBuilder<number>, { processId, windowMs }: PollProcess) {
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
 * Windows in the database, for the process of this id. Rows are locked in the order of their keys, so that no two
 * processes wait for each other. The clock is the database's, the same for all hosts, unless a test brings its own.
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
