import { sql, type Kysely } from 'kysely';

// The owner of an audit is an account, or the network of an anonymous caller; both may be removed while the audit
// stays.
const audits = sql`
  alter table audits
    add column account_id uuid references accounts on delete set null,
    add column network text,
    add column is_private boolean not null default false,
    add column shares_with uuid references audits on delete set null,
    add column turn integer not null default 0,
    add column score integer check (score between 0 and 100),
    add column grade text,
    add column purged_at timestamptz,
    add check (not is_private or network is null),
    add check (shares_with <> id),
    add check ((score is null) = (grade is null))`;

const auditIndexes = [
  sql`create index audits_by_account on audits (account_id, started_at desc, id)`,
  // For sharing: a new audit looks here for a measurement to share, and a finished one for the audits that wait for it.
  sql`create index audits_by_target on audits (domain, scan_mode, status, ended_at) where shares_with is null and purged_at is null`,
  sql`create index audits_sharing on audits (shares_with) where shares_with is not null`,
  // At most one running measurement per registrable domain over all accounts, independent of the queue.
  sql`create unique index audits_one_running on audits (registrable_domain) where status = 'in_progress' and shares_with is null`,
  // For fair turns: the last turn that an owner holds, and the last turn that was given.
  sql`create index audits_turns_held on audits (coalesce(account_id::text, network), turn) where status = 'queued'`,
  sql`create index audits_turns_taken on audits (turn) where running_at is not null`,
  sql`create index audits_to_purge on audits (ended_at) where ended_at is not null and purged_at is null`,
];

// An audit that has ended never changes, except for its owner and what is retained of it; neither is visible in the
// API.
const guard = sql`
  create or replace function audits_guard() returns trigger language plpgsql as $$
  declare
    aside text[] := array['account_id', 'network', 'shares_with', 'purged_at'];
  begin
    if old.status in ('completed', 'failed') and to_jsonb(old) - aside = to_jsonb(new) - aside then
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

// Append-only; the sum over a period is what was used in it. An audit has one row that charges and at most one that
// refunds.
const ledger = sql`
  create table credit_entries (
    id bigint generated always as identity primary key,
    owner text not null,
    period date not null check (extract(day from period) = 1),
    audit_id uuid not null,
    amount integer not null check (amount in (1, -1)),
    reason text not null,
    created_at timestamptz not null default now(),
    unique (audit_id, amount)
  )`;

const idempotency = sql`
  create table idempotency_keys (
    owner text not null,
    key text not null,
    body_hash bytea not null,
    audit_id uuid,
    response jsonb,
    created_at timestamptz not null default now(),
    primary key (owner, key)
  )`;

const optOuts = sql`
  create table opt_outs (
    domain text primary key check (domain = lower(domain)),
    reason text not null,
    created_at timestamptz not null default now()
  )`;

/** Owners and costs of audits, idempotency keys, and the opt-out list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await audits.execute(db);
  for (const index of auditIndexes) await index.execute(db);
  await guard.execute(db);
  await ledger.execute(db);
  await idempotency.execute(db);
  await optOuts.execute(db);
  await sql`create index credit_entries_by_owner on credit_entries (owner, period) include (amount)`.execute(db);
  await sql`create index idempotency_keys_by_age on idempotency_keys (created_at)`.execute(db);
}
