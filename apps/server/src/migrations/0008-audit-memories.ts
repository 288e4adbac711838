import { sql, type Kysely } from 'kysely';

// One memory per target for all public audits, and one for each account that audits it privately.
const memories = sql`
  create table audit_memories (
    account_id uuid references accounts on delete cascade,
    registrable_domain text not null,
    since timestamptz not null,
    keys jsonb not null check (octet_length(keys::text) <= 65536),
    encrypted_sessions bytea check (octet_length(encrypted_sessions) <= 262144),
    sessions_until timestamptz,
    updated_at timestamptz not null default now(),
    unique nulls not distinct (account_id, registrable_domain),
    check ((encrypted_sessions is null) = (sessions_until is null))
  )`;

const byAge = sql`create index audit_memories_by_age on audit_memories (updated_at)`;

/** Memories: data that audits store for later audits of the same target. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await memories.execute(db);
  await byAge.execute(db);
  await sql`alter table audit_memories alter column encrypted_sessions set storage external`.execute(db);
}
