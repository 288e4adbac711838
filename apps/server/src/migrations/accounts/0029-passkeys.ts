import { sql, type Kysely } from 'kysely';

const passkeys = sql`
  create table passkeys (
    id uuid primary key,
    account_id uuid not null references accounts on delete cascade,
    credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
    public_key bytea not null,
    sign_count bigint not null,
    transports text[] not null default '{}',
    is_synced boolean not null,
    name text not null,
    created_at timestamptz not null default now(),
    last_used_at timestamptz
  )`;
const byAccount = sql`create index passkeys_by_account on passkeys (account_id)`;

// Each is valid once, for one browser and one purpose.
const challenges = sql`
  create table passkey_challenges (
    challenge bytea primary key check (octet_length(challenge) = 32),
    purpose text not null check (purpose in ('create', 'log in', 'prove')),
    bound_to bytea not null check (octet_length(bound_to) = 32),
    account_id uuid references accounts on delete cascade,
    expires_at timestamptz not null
  )`;

// Recovery codes belong to the account instead of the authenticator application, because passkeys can be lost too.
const recoveryCodes = sql`
  alter table recovery_codes
    drop constraint recovery_codes_account_id_fkey,
    add constraint recovery_codes_account_id_fkey foreign key (account_id) references accounts on delete cascade`;

// Whether an administrator has a second factor decides its rights, so processes must be notified.
const announcements = [
  sql`create trigger second_factors_announce after update of confirmed_at or delete on second_factors
    for each row execute function credentials_announce('account_id')`,
  sql`create trigger passkeys_announce after delete on passkeys
    for each row execute function credentials_announce('account_id')`,
];

/** Passkeys (WebAuthn) of accounts, their challenges, and recovery codes for both kinds of second factor. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [passkeys, byAccount, challenges, recoveryCodes, ...announcements])
    await statement.execute(db);
}
