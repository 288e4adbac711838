import { sql, type Kysely } from 'kysely';

// Null like the other facts of reports, until a worker has read the reports of earlier versions.
const columns = sql`
  alter table audits
    add column uncapped integer check (uncapped between 0 and 100),
    add column issues integer[] check (array_length(issues, 1) = 4)`;

// As in migration 25; the two columns may be added to audits that have ended.
const guard = sql`
  create or replace function audits_guard() returns trigger language plpgsql as $$
  declare
    aside text[] := array['account_id', 'network', 'shares_with', 'purged_at', 'authority_by', 'is_private',
      'policy_version', 'severities', 'concluded_permille', 'uncapped', 'issues'];
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

// Reports whose facts are missing; '' marks those that cannot be read.
const due = sql`
  create index audits_without_uncapped on audits (ended_at desc)
  where status = 'completed' and purged_at is null and uncapped is null and policy_version is distinct from ''`;

/** The uncapped score and the number of issues, which rank audits with equal scores. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [columns, guard, due, sql`drop index audits_without_facts`]) await statement.execute(db);
}
