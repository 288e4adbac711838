import { sql, type Kysely } from 'kysely';
import type { Schema } from './schema/schema.ts';

/** A process that was not there for so long has ended. */
const goneSeconds = 30;

/** Says that a process is there, forgets those that have ended, and counts them all. */
export async function countProcesses(db: Kysely<Schema>, id: string): Promise<number> {
  await db
    .insertInto('worker_processes')
    .values({ id })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: sql`now()` }))
    .execute();
  await sql`delete from worker_processes where seen_at < now() - make_interval(secs => ${goneSeconds})`.execute(db);
  const { n } = await db
    .selectFrom('worker_processes')
    .select((row) => row.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Says that a process ends. */
export const leaveProcesses = async (db: Kysely<Schema>, id: string): Promise<void> => {
  await db.deleteFrom('worker_processes').where('id', '=', id).execute();
};
