import { sql, type Kysely } from 'kysely';

// Unlogged: after a crash of the database every lease has run out anyway.
const leases = sql`
  create unlogged table budget_leases (
    address text,
    holder uuid,
    parts smallint not null check (parts between 0 and 2),
    since_at timestamptz not null,
    until_at timestamptz not null,
    primary key (address, holder)
  )`;

/** What each process that runs audits may use of the budgets of an address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await leases.execute(db);
}
