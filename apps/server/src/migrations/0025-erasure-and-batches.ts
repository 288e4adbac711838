import { sql, type Kysely } from 'kysely';

// Deleting an account with many audits takes longer than one transaction should; an interrupted deletion is completed
// later.
const erasure = sql`alter table accounts add column erased_at timestamptz`;
const toErase = sql`create index accounts_to_erase on accounts (id) where erased_at is not null`;

const batches = sql`
  create table batches (
    id uuid primary key,
    account_id uuid not null references accounts on delete cascade,
    scan_mode text not null check (scan_mode in ('standard', 'deep')),
    is_private boolean,
    authority boolean not null,
    status text not null default 'running' check (status in ('running', 'paused', 'cancelled', 'done')),
    paused_because text,
    total integer not null check (total between 1 and 500),
    idempotency_key text,
    body_hash bytea not null,
    created_at timestamptz not null default now(),
    ended_at timestamptz,
    unique (account_id, idempotency_key),
    check ((paused_because is not null) = (status = 'paused'))
  )`;

const items = sql`
  create table batch_items (
    batch_id uuid not null references batches on delete cascade,
    position integer not null,
    domain text not null,
    status text not null default 'waiting' check (status in ('waiting', 'started', 'refused')),
    reason text,
    audit_id uuid references audits on delete set null,
    primary key (batch_id, position),
    unique (batch_id, domain)
  )`;

// Everything that may change in an audit that has ended: migrations 18 and 21 each allowed only their own columns.
const guard = sql`
  create or replace function audits_guard() returns trigger language plpgsql as $$
  declare
    aside text[] := array['account_id', 'network', 'shares_with', 'purged_at', 'authority_by', 'is_private',
      'policy_version', 'severities', 'concluded_permille'];
  begin
    if old.status in ('completed', 'failed') and to_jsonb(old) - aside = to_jsonb(new) - aside then
      if old.is_private <> new.is_private then
        new.version := old.version + 1;
      end if;
      return new;
    end if;
    if old.status in ('completed', 'failed') or (old.status = 'in_progress' and new.status = 'queued') then
      raise exception 'audit % cannot go from % to %', old.id, old.status, new.status;
    end if;
    if new.percent < old.percent or new.phases_completed < old.phases_completed then
      raise exception 'the progress of audit % cannot go back', old.id;
    end if;
    new.version := old.version + 1;
    return new;
  end $$`;

/** Accounts that are being deleted, and domains that are audited one after the other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await guard.execute(db);
  await erasure.execute(db);
  await toErase.execute(db);
  await batches.execute(db);
  await items.execute(db);
  await sql`create index batches_by_account on batches (account_id, created_at desc)`.execute(db);
  await sql`create index batches_running on batches (created_at) where status = 'running'`.execute(db);
  await sql`create index batch_items_waiting on batch_items (batch_id, position) where status = 'waiting'`.execute(db);
}
