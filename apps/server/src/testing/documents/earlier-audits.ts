import { sql } from 'kysely';
import { openDatabase } from '../../database/open.ts';

/** Adds earlier audits with reports, an hour apart, before a domain's audit; no service may be using the database. */
export async function addEarlierAudits(dataDir: string, domain: string, count: number): Promise<void> {
  const { db, close } = await openDatabase({ kind: 'embedded', dataDir }, () => undefined);
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into audits (id, domain, registrable_domain, scan_mode, status, current_phase, phases_completed, phases_total,
        percent, started_at, running_at, ended_at, account_id, score, grade, policy_version, severities, issues, uncapped)
      select gen_random_uuid(), domain, registrable_domain, scan_mode, status, current_phase, phases_completed, phases_total,
        percent, started_at - make_interval(hours => n), running_at - make_interval(hours => n),
        ended_at - make_interval(hours => n), account_id, score, grade, policy_version, severities, issues, uncapped
      from audits, generate_series(1, ${count}::int) as n where domain = ${domain}`.execute(trx);
    await sql`
      insert into audit_reports (audit_id, body, sha256)
      select audits.id, model.body, model.sha256 from audits, audit_reports as model
      where audits.domain = ${domain} and audits.id <> model.audit_id`.execute(trx);
  });
  await close();
}
