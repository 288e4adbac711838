import type { Kysely } from 'kysely';
import type { SealedReport } from '../../audits/sealed-report.ts';
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

/** A stored report, and whether its audit belongs to the requesting account. */
export interface LatestReport {
  body: Buffer;
  isOwn: boolean;
}

/** An audit that the caller may read, and its end. */
export interface ReadableAudit {
  id: string;
  endedAt: Date;
}

/** The latest completed audit of a domain among the account's own and the public ones of anonymous callers. */
export async function latestReadable(
  db: Kysely<Schema>,
  domain: string,
  accountId: string | null,
): Promise<ReadableAudit | undefined> {
  const row = await db
    .selectFrom('audits')
    .select(['id', 'ended_at'])
    .where('domain', '=', domain)
    .where('status', '=', 'completed')
    .where('purged_at', 'is', null)
    .where((is) =>
      is.or([is('account_id', '=', accountId), is.and([is('network', 'is not', null), is('is_private', '=', false)])]),
    )
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined || row.ended_at === null ? undefined : { id: row.id, endedAt: row.ended_at };
}

/** The stored report, with its digest, of the account's latest completed audit of a domain. */
export const latestOwnReport = async (
  db: Kysely<Schema>,
  domain: string,
  accountId: string,
): Promise<SealedReport | undefined> =>
  latestReports(db, domain)
    .select('audit_reports.sha256')
    .where('audits.account_id', '=', accountId)
    .executeTakeFirst();

/**
 * The stored report of the latest completed audit of a domain: one of the account's own, else a public one of an
 * anonymous caller. Audits of other accounts are never used, whether private or public.
 */
export async function latestReport(
  db: Kysely<Schema>,
  domain: string,
  accountId: string | null,
): Promise<LatestReport | undefined> {
  const own =
    accountId === null
      ? undefined
      : await latestReports(db, domain).where('audits.account_id', '=', accountId).executeTakeFirst();
  if (own !== undefined) return { body: own.body, isOwn: true };
  const found = await latestReports(db, domain)
    .where('audits.network', 'is not', null)
    .where('audits.is_private', '=', false)
    .executeTakeFirst();
  return found === undefined ? undefined : { body: found.body, isOwn: false };
}
