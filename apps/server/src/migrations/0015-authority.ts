import { sql, type Kysely } from 'kysely';

// Who stated when that the domain may be tested; the network of an anonymous caller is deleted together with the
// audit's.
const columns = sql`
  alter table audits
    add column authority_at timestamptz,
    add column authority_by text,
    add check (authority_by is null or authority_at is not null)`;

// As before; the person who stated authority may be deleted, but not the fact that it was stated.
const guard = sql`
  create or replace function audits_guard() returns trigger language plpgsql as $$
  declare
    aside text[] := array['account_id', 'network', 'shares_with', 'purged_at', 'authority_by'];
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

/** Whether the caller stated that it may test the domain: deep audits then send more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await columns.execute(db);
  await guard.execute(db);
}
