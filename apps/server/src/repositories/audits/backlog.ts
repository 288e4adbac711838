import { sql } from 'kysely';
import type { Db } from '../schema/schema.ts';

/** Audits that have not ended, and the longest waiting time. */
export interface Backlog {
  waiting: number;
  running: number;
  oldestWaitingSeconds: number | null;
  endedLastHour: number;
}

/** Counts running and waiting audits. */
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

/** The version of the database server, and the latest applied migration. */
export async function databaseVersions(db: Db): Promise<{ database: string; schema: string }> {
  const { rows } = await sql<{ database: string; schema: string }>`
    select current_setting('server_version') as database, (select max(name) from kysely_migration) as schema`.execute(
    db,
  );
  return rows[0] ?? { database: '', schema: '' };
}
