import type { Kysely } from 'kysely';
import type { Schema } from '../schema/schema.ts';
import type { SealedReport } from '../../audits/sealed-report.ts';

/** The stored report of an audit, if it has one. */
export const findReport = async (db: Kysely<Schema>, auditId: string): Promise<SealedReport | undefined> =>
  db.selectFrom('audit_reports').select(['body', 'sha256']).where('audit_id', '=', auditId).executeTakeFirst();

/** The digest of an audit's stored report, if it has one: a page that is kept needs no more. */
export async function findReportDigest(db: Kysely<Schema>, auditId: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('audit_reports').select('sha256').where('audit_id', '=', auditId).executeTakeFirst();
  return row?.sha256;
}

/** True where an audit has a stored report. */
export async function hasReport(db: Kysely<Schema>, auditId: string): Promise<boolean> {
  const row = await db
    .selectFrom('audit_reports')
    .select('audit_id')
    .where('audit_id', '=', auditId)
    .executeTakeFirst();
  return row !== undefined;
}

/** What comparisons read of an audit's stored report, without the report; undefined: it has none. */
export const findExtract = async (
  db: Kysely<Schema>,
  auditId: string,
): Promise<{ compared: Buffer | null } | undefined> =>
  db.selectFrom('audit_reports').select('compared').where('audit_id', '=', auditId).executeTakeFirst();

/** Keeps it beside the report, if that is there still. */
export async function keepExtract(db: Kysely<Schema>, auditId: string, compared: Buffer): Promise<void> {
  await db.updateTable('audit_reports').set({ compared }).where('audit_id', '=', auditId).execute();
}
