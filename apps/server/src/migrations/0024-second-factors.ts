import { sql, type Kysely } from 'kysely';

// One per account; until it is confirmed with a code, logging in does not require it.
const factors = sql`
  create table second_factors (
    account_id uuid primary key references accounts on delete cascade,
    encrypted_secret bytea not null,
    created_at timestamptz not null default now(),
    confirmed_at timestamptz,
    last_step bigint
  )`;

const recoveryCodes = sql`
  create table recovery_codes (
    account_id uuid not null references second_factors on delete cascade,
    code_hash bytea not null check (octet_length(code_hash) = 32),
    primary key (account_id, code_hash)
  )`;

/** Second factors of accounts, and recovery codes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await factors.execute(db);
  await recoveryCodes.execute(db);
}
