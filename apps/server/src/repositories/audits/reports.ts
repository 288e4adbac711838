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

/** The extracts of these audits, by audit; those that have none are not in it. */
export async function findExtracts(db: Kysely<Schema>, auditIds: readonly string[]): Promise<Map<string, Buffer>> {
  if (auditIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('audit_reports')
    .select(['audit_id', 'compared'])
    .where('audit_id', 'in', auditIds)
    .execute();
  return new Map(rows.flatMap(({ audit_id: id, compared }) => (compared === null ? [] : [[id, compared] as const])));
}

/** Reports that one pass reads. */
const passOf = 20;

/** Makes the extracts of reports that earlier versions stored, newest first, so many at once; the number that was done. What cannot be read has an empty one. */
export async function addExtracts(
  db: Kysely<Schema>,
  make: (body: Buffer, auditId: string) => Promise<Buffer | null>,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom('audit_reports')
      .innerJoin('audits', 'audits.id', 'audit_reports.audit_id')
      .select(['audit_id', 'body'])
      .where('compared', 'is', null)
      .orderBy('audits.ended_at', 'desc')
      .limit(passOf)
      .forUpdate('audit_reports')
      .skipLocked()
      .execute();
    for (const { audit_id: id, body } of due) await keepExtract(trx, id, (await make(body, id)) ?? Buffer.alloc(0));
    return due.length;
  });
}

/** Keeps it beside the report, if that is there still. */
export async function keepExtract(db: Kysely<Schema>, auditId: string, compared: Buffer): Promise<void> {
  await db.updateTable('audit_reports').set({ compared }).where('audit_id', '=', auditId).execute();
}
