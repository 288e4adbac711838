import { sql, type Kysely } from 'kysely';

const links = sql`
  create table share_links (
    id uuid primary key,
    audit_id uuid not null references audits on delete cascade,
    account_id uuid not null references accounts on delete cascade,
    token_hash bytea not null unique check (octet_length(token_hash) = 32),
    redacted boolean not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`;

// As before; an account may make its audits private or public later, which raises the version of the audit, so that
// caches are invalidated.
const guard = sql`
  create or replace function audits_guard() returns trigger language plpgsql as $$
  declare
    aside text[] := array['account_id', 'network', 'shares_with', 'purged_at', 'authority_by', 'policy_version', 'severities', 'concluded_permille', 'is_private'];
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

/** Links that show a report to anyone who has them, and audits whose privacy changes later. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await links.execute(db);
  await sql`create index share_links_by_audit on share_links (audit_id, created_at)`.execute(db);
  await sql`create index share_links_by_end on share_links (expires_at)`.execute(db);
  await guard.execute(db);
}
