import { sql, type Kysely } from 'kysely';

// Unlogged: after a database crash all leases have expired anyway.
const leases = sql`
  create unlogged table budget_leases (
    address text,
    holder uuid,
    parts smallint not null check (parts between 0 and 2),
    since_at timestamptz not null,
    until_at timestamptz not null,
    primary key (address, holder)
  )`;

/** The share of an address's send budget that each process holds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await leases.execute(db);
}
