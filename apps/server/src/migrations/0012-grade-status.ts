import { type Kysely, sql } from 'kysely';

// Audits completed earlier keep null: only their reports say whether the grade was provisional.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audits add column grade_status text check (grade_status in ('final', 'provisional'))`.execute(
    db,
  );
}
