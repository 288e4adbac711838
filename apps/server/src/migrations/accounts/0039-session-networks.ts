import { sql, type Kysely } from 'kysely';

// Sessions of before say '': where they began was not kept.
const networks = sql`alter table sessions add column network text not null default '' check (char_length(network) <= 60)`;

// A waiver that gets another end is announced again.
const announced = sql`alter table waivers add column announced date`;

/** Where sessions began, and the end of accepted risks that was announced. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [networks, announced]) await statement.execute(db);
}
