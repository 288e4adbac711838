import { sql, type Kysely } from 'kysely';

// At most one per account: a new request replaces the previous one.
const emailChanges = sql`
  create table email_changes (
    account_id uuid primary key references accounts on delete cascade,
    token_hash bytea not null unique check (octet_length(token_hash) = 32),
    email text not null check (email = lower(email)),
    expires_at timestamptz not null
  )`;

/** E-mail addresses that wait for confirmation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await emailChanges.execute(db);
}
