import { sql, type Kysely } from 'kysely';

// The owner of an audit is an account, or the network of an anonymous caller; both may be gone while the audit stays.
const audits = sql`
  alter table audits
    add column account_id uuid references accounts on delete set null,
    add column network text,
    add column is_private boolean not null default false,
    add column shares_with uuid references audits on delete set null,
    add column purged_at timestamptz`;

// Append-only; the sum over a period is what was used in it. One row charges, at most one gives back.
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
    domain text primary key,
    reason text not null,
    created_at timestamptz not null default now()
  )`;

/** Who owns an audit, what it cost, which requests were seen before, and who asked not to be audited. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await audits.execute(db);
  await ledger.execute(db);
  await idempotency.execute(db);
  await optOuts.execute(db);
  await sql`create index audits_by_account on audits (account_id, started_at desc, id)`.execute(db);
  await sql`create index credit_entries_by_owner on credit_entries (owner, period)`.execute(db);
}
