import { sql } from 'kysely';
import type { Db } from '../schema/schema.ts';

/** Audits that have not ended, and how long the first of those that wait has waited. */
export interface Backlog {
  waiting: number;
  running: number;
  oldestWaitingSeconds: number | null;
  endedLastHour: number;
}

/** What is under way and what waits. */
export async function readBacklog(db: Db): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select count(*) filter (where status = 'queued')::integer as "waiting",
      count(*) filter (where status = 'in_progress')::integer as "running",
      extract(epoch from now() - min(started_at) filter (where status = 'queued'))::integer as "oldestWaitingSeconds",
      count(*) filter (where ended_at > now() - interval '1 hour')::integer as "endedLastHour"
    from audits
    where status in ('queued', 'in_progress') or ended_at > now() - interval '1 hour'`.execute(db);
  return rows[0] ?? { waiting: 0, running: 0, oldestWaitingSeconds: null, endedLastHour: 0 };
}

/** The version of the database, and the last migration that it has. */
export async function databaseVersions(db: Db): Promise<{ database: string; schema: string }> {
  const { rows } = await sql<{ database: string; schema: string }>`
    select current_setting('server_version') as database, (select max(name) from kysely_migration) as schema`.execute(
    db,
  );
  return rows[0] ?? { database: '', schema: '' };
}
