import { sql, type Kysely } from 'kysely';

// A kind of '' means that the report has no date; null, that it has not been read yet.
const columns = sql`
  alter table audits
    add column deadline_at timestamptz,
    add column deadline_kind text check (deadline_kind in ('', 'certificate', 'registration', 'signature'))`;

const own = sql`
  alter table account_domains
    add column owner text not null default '' check (char_length(owner) <= 100),
    add column note text not null default '' check (char_length(note) <= 1000)`;

// As in migration 33; the two columns may be added to audits that have ended.
const guard = sql`
  create or replace function audits_guard() returns trigger language plpgsql as $$
  declare
    aside text[] := array['account_id', 'network', 'shares_with', 'purged_at', 'authority_by', 'is_private',
      'policy_version', 'severities', 'concluded_permille', 'uncapped', 'issues', 'deadline_at', 'deadline_kind'];
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

// Reports whose facts are missing; a policy of '' marks those that cannot be read.
const due = sql`
  create index audits_without_deadline on audits (ended_at desc)
  where status = 'completed' and purged_at is null and (uncapped is null or deadline_kind is null)
    and policy_version is distinct from ''`;

/** The next expiry date of a domain, and the owner that the account assigned to the domain. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [columns, own, guard, due, sql`drop index audits_without_uncapped`])
    await statement.execute(db);
}
