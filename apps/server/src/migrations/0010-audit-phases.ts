import { sql, type Kysely } from 'kysely';

// The number orders phases by when they finished, so that a caller can resume after the last one it has seen.
const auditPhases = sql`
  create table audit_phases (
    number bigint generated always as identity,
    audit_id uuid not null references audits on delete cascade,
    phase text not null,
    findings_count integer not null check (findings_count >= 0),
    elapsed_ms integer not null check (elapsed_ms >= 0),
    findings bytea not null,
    primary key (audit_id, phase)
  )`;

/** Finished phases of running audits with their findings; the report replaces them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await auditPhases.execute(db);
}
