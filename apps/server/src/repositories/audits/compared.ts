import type { Kysely } from 'kysely';
import type { Schema } from '../schema/schema.ts';

const latestReports = (db: Kysely<Schema>, domain: string) =>
  db
    .selectFrom('audits')
    .innerJoin('audit_reports', 'audit_reports.audit_id', 'audits.id')
    .select('audit_reports.body')
    .where('audits.domain', '=', domain)
    .where('audits.status', '=', 'completed')
    .orderBy('audits.ended_at', 'desc')
    .limit(1);

/**
 * The stored report of the latest completed audit of a domain: one of the account's own, else one that somebody without
 * an account had made in public. What other accounts know is never seen, private or not.
 */
export async function latestReportBody(
  db: Kysely<Schema>,
  domain: string,
  accountId: string | null,
): Promise<Buffer | undefined> {
  const own =
    accountId === null
      ? undefined
      : await latestReports(db, domain).where('audits.account_id', '=', accountId).executeTakeFirst();
  const found =
    own ??
    (await latestReports(db, domain)
      .where('audits.network', 'is not', null)
      .where('audits.is_private', '=', false)
      .executeTakeFirst());
  return found?.body;
}
