import { sql, type Kysely } from 'kysely';

// One per accepted finding or check of a domain, with a reason and an end date.
const waivers = sql`
  create table waivers (
    id uuid primary key,
    account_id uuid not null references accounts on delete cascade,
    domain text not null check (domain = lower(domain)),
    fingerprint text check (fingerprint ~ '^[0-9a-f]{64}$'),
    check_id text check (octet_length(check_id) <= 100),
    reason text not null check (octet_length(reason) between 1 and 2000),
    expires date not null,
    created_at timestamptz not null default now(),
    check (fingerprint is not null or check_id is not null)
  )`;

const oneEach = sql`create unique index waivers_one_each on waivers (account_id, domain, coalesce(fingerprint, check_id))`;

/** Risks that accounts accept until a date. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await waivers.execute(db);
  await oneEach.execute(db);
}
