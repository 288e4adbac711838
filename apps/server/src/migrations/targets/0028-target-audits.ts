import { sql, type Kysely } from 'kysely';

// Separate from audits, whose rows may be deleted within the hour or day that is counted. A target is a registrable
// domain or an address.
const audits = sql`
  create table target_audits (
    target text,
    audit_id uuid,
    is_intrusive boolean not null,
    at timestamptz not null default clock_timestamp(),
    primary key (target, audit_id)
  )`;
const byTime = sql`create index target_audits_newest on target_audits (target, at desc)`;
const byAudit = sql`create index target_audits_audit on target_audits (audit_id)`;

/** Audits of the last day, counted over all callers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [audits, byTime, byAudit]) await statement.execute(db);
}
