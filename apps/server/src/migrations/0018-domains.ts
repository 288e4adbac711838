import { sql, type Kysely } from 'kysely';

// The facts of a report that lists of domains show; null for audits of earlier versions, until a worker has read their
// reports.
const columns = sql`
  alter table audits
    add column policy_version text,
    add column severities integer[] check (array_length(severities, 1) = 4),
    add column concluded_permille integer`;

// As before; missing facts of audits that have ended may be added from their reports.
const guard = sql`
  create or replace function audits_guard() returns trigger language plpgsql as $$
  declare
    aside text[] := array['account_id', 'network', 'shares_with', 'purged_at', 'authority_by', 'policy_version', 'severities', 'concluded_permille'];
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

// Orders the audits of an account by domain, for the latest of each domain and for the history of one.
const byDomain = sql`
  create index audits_of_domains on audits (account_id, domain, ended_at desc) where status = 'completed' and account_id is not null`;

const withoutFacts = sql`
  create index audits_without_facts on audits (ended_at desc) where status = 'completed' and policy_version is null`;

const domains = sql`
  create table account_domains (
    account_id uuid not null references accounts (id) on delete cascade,
    domain text not null,
    tags text[] not null default '{}',
    removed_at timestamptz,
    primary key (account_id, domain)
  )`;

/** Lists of domains: facts of reports in the audits table, an index for the latest of each domain, and tags. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [columns, guard, byDomain, withoutFacts, domains]) await statement.execute(db);
}
