import { sql, type Kysely } from 'kysely';

const accounts = sql`
  create table accounts (
    id uuid primary key,
    email text not null check (email = lower(email)),
    password_hash text not null,
    plan text not null default 'free' check (plan in ('free', 'pro', 'team')),
    is_admin boolean not null default false,
    created_at timestamptz not null default now(),
    disabled_at timestamptz,
    unique (email)
  )`;

const sessions = sql`
  create table sessions (
    token_hash bytea primary key check (octet_length(token_hash) = 32),
    account_id uuid not null references accounts on delete cascade,
    created_at timestamptz not null default now(),
    last_used_at timestamptz not null default now(),
    expires_at timestamptz not null,
    user_agent text not null default ''
  )`;

const keys = sql`
  create table api_keys (
    id uuid primary key,
    account_id uuid not null references accounts on delete cascade,
    hash bytea not null unique check (octet_length(hash) = 32),
    prefix text not null,
    last_four text not null,
    name text not null,
    scopes text[] not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz,
    revoked_at timestamptz,
    replaced_by uuid references api_keys,
    last_used_at timestamptz
  )`;

const resets = sql`
  create table password_resets (
    token_hash bytea primary key check (octet_length(token_hash) = 32),
    account_id uuid not null references accounts on delete cascade,
    expires_at timestamptz not null
  )`;

// Notifies processes that cache credentials which cached results are outdated.
const announce = sql`
  create function credentials_announce() returns trigger language plpgsql as $$
  begin
    perform pg_notify('credentials_changed', to_jsonb(old) ->> tg_argv[0]);
    return null;
  end $$`;

const triggers = [
  sql`create trigger accounts_announce after update of plan, disabled_at or delete on accounts
    for each row execute function credentials_announce('id')`,
  sql`create trigger sessions_announce after delete on sessions
    for each row execute function credentials_announce('account_id')`,
  sql`create trigger api_keys_announce after update of revoked_at, expires_at or delete on api_keys
    for each row execute function credentials_announce('account_id')`,
];

/** Accounts, sessions, API keys and password-reset links. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await accounts.execute(db);
  await sessions.execute(db);
  await keys.execute(db);
  await resets.execute(db);
  await announce.execute(db);
  for (const trigger of triggers) await trigger.execute(db);
  await sql`create index sessions_by_account on sessions (account_id)`.execute(db);
  await sql`create index api_keys_by_account on api_keys (account_id)`.execute(db);
  await sql`create index password_resets_by_account on password_resets (account_id)`.execute(db);
}
