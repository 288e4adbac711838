import { type Kysely, sql } from 'kysely';

// Audits that were completed before this keep null: whether their grade was provisional stands in their reports alone.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audits add column grade_status text check (grade_status in ('final', 'provisional'))`.execute(
    db,
  );
}
