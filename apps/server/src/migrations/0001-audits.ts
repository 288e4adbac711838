import { sql, type Kysely } from 'kysely';

const tables = sql`
  create table audits (
    id uuid primary key,
    domain text not null,
    registrable_domain text not null,
    scan_mode text not null check (scan_mode in ('standard', 'deep')),
    status text not null default 'queued' check (status in ('queued', 'in_progress', 'completed', 'failed')),
    current_phase text not null,
    phases_completed integer not null default 0,
    phases_total integer not null,
    checks_executed integer not null default 0,
    findings_count integer not null default 0,
    percent integer not null default 0 check (percent between 0 and 100),
    failure jsonb,
    version integer not null default 1,
    started_at timestamptz not null default date_trunc('milliseconds', now()),
    running_at timestamptz,
    ended_at timestamptz,
    check (phases_completed between 0 and phases_total),
    check ((percent = 100) = (status = 'completed')),
    check ((failure is not null) = (status = 'failed')),
    check ((ended_at is not null) = (status in ('completed', 'failed')))
  )`;

const reports = sql`
  create table audit_reports (
    audit_id uuid primary key references audits,
    body bytea not null,
    sha256 bytea not null check (octet_length(sha256) = 32)
  )`;

const evidence = sql`
  create table audit_evidence (
    audit_id uuid primary key references audits,
    encoding text not null,
    body bytea not null
  )`;

// A last safeguard besides the repository's conditions: an audit that has ended never changes, and no status goes back.
const guard = sql`
  create function audits_guard() returns trigger language plpgsql as $$
  begin
    if old.status in ('completed', 'failed') or (old.status = 'in_progress' and new.status = 'queued') then
      raise exception 'audit % cannot go from % to %', old.id, old.status, new.status;
    end if;
    if new.percent < old.percent or new.phases_completed < old.phases_completed then
      raise exception 'the progress of audit % cannot go back', old.id;
    end if;
    new.version := old.version + 1;
    return new;
  end $$`;

const announce = sql`
  create function audits_announce() returns trigger language plpgsql as $$
  begin
    perform pg_notify('audit_changed', new.id || ':' || new.version);
    return null;
  end $$`;

/** Audits, their reports and their evidence. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await tables.execute(db);
  await reports.execute(db);
  await evidence.execute(db);
  // The body is already compressed.
  await sql`alter table audit_evidence alter column body set storage external`.execute(db);
  await sql`create index audits_by_domain on audits (domain, ended_at desc) where status = 'completed'`.execute(db);
  await guard.execute(db);
  await announce.execute(db);
  await sql`create trigger audits_guard before update on audits for each row execute function audits_guard()`.execute(
    db,
  );
  await sql`create trigger audits_announce after update on audits for each row execute function audits_announce()`.execute(
    db,
  );
}
