import { sql, type Kysely } from 'kysely';

// Earlier sessions have '': their network was not recorded.
const networks = sql`alter table sessions add column network text not null default '' check (char_length(network) <= 60)`;

// A waiver whose end date changes is announced again.
const announced = sql`alter table waivers add column announced date`;

/** The network in which a session began, and the end date of an accepted risk that was announced. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [networks, announced]) await statement.execute(db);
}
