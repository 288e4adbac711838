import { sql, type Kysely } from 'kysely';
import type { Schema } from './schema/schema.ts';

/** A count by name or state. */
export interface Counted {
  name: string;
  count: number;
}

const unfinishedAudits = sql<Counted>`
  select status as name, count(*)::int as count from audits where status in ('queued', 'in_progress') group by status`;

const unfinishedJobs = sql<Counted>`
  select state::text as name, count(*)::int as count from pgboss.job
  where name = 'audit' and state in ('created', 'retry', 'active') group by state`;

const oldestJob = sql<{ seconds: number | null }>`
  select extract(epoch from clock_timestamp() - min(created_on))::float8 as seconds from pgboss.job
  where name = 'audit' and state in ('created', 'retry')`;

/** Ids of a queue's running jobs. */
export async function activeJobs(db: Kysely<Schema>, queue: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select id from pgboss.job where name = ${queue} and state = 'active'`.execute(db);
  return rows.map(({ id }) => id);
}

/** Audits that have not ended, by state. */
export const countAudits = async (db: Kysely<Schema>): Promise<Counted[]> => (await unfinishedAudits.execute(db)).rows;

/** Unfinished audit jobs, by state. */
export const countJobs = async (db: Kysely<Schema>): Promise<Counted[]> => (await unfinishedJobs.execute(db)).rows;

/** Age in seconds of the oldest waiting job; 0 without one. */
export const oldestJobSeconds = async (db: Kysely<Schema>): Promise<number> =>
  (await oldestJob.execute(db)).rows[0]?.seconds ?? 0;
