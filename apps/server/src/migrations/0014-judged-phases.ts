import { sql, type Kysely } from 'kysely';

/** How many checks of a finished phase have a verdict: without verdicts, having no findings means nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table audit_phases
      add column checks_judged integer check (checks_judged >= 0),
      add column checks_inconclusive integer check (checks_inconclusive >= 0)`.execute(db);
}
