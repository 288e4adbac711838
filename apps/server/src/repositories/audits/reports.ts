import type { Kysely } from 'kysely';
import type { Schema } from '../schema/schema.ts';
import type { SealedReport } from '../../audits/sealed-report.ts';

/** The stored report of an audit, if any. */
export const findReport = async (db: Kysely<Schema>, auditId: string): Promise<SealedReport | undefined> =>
  db.selectFrom('audit_reports').select(['body', 'sha256']).where('audit_id', '=', auditId).executeTakeFirst();

/** The digest of an audit's stored report, if any: enough to find a cached page. */
export async function findReportDigest(db: Kysely<Schema>, auditId: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('audit_reports').select('sha256').where('audit_id', '=', auditId).executeTakeFirst();
  return row?.sha256;
}

/** True if an audit has a stored report. */
export async function hasReport(db: Kysely<Schema>, auditId: string): Promise<boolean> {
  const row = await db
    .selectFrom('audit_reports')
    .select('audit_id')
    .where('audit_id', '=', auditId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The comparison extract of an audit's report, without the report; undefined: no report. */
export const findExtract = async (
  db: Kysely<Schema>,
  auditId: string,
): Promise<{ compared: Buffer | null } | undefined> =>
  db.selectFrom('audit_reports').select('compared').where('audit_id', '=', auditId).executeTakeFirst();

/** The comparison extracts of these audits; audits without one are left out. */
export async function findExtracts(db: Kysely<Schema>, auditIds: readonly string[]): Promise<Map<string, Buffer>> {
  if (auditIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('audit_reports')
    .select(['audit_id', 'compared'])
    .where('audit_id', 'in', auditIds)
    .execute();
  return new Map(rows.flatMap(({ audit_id: id, compared }) => (compared === null ? [] : [[id, compared] as const])));
}

/** Reports per pass. */
const passOf = 20;

/**
 * Makes missing extracts of reports that earlier versions stored, newest first, one pass per call; returns how many. An
 * unreadable report gets an empty one.
 */
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

/** Stores an extract beside its report, if that still exists. */
export async function keepExtract(db: Kysely<Schema>, auditId: string, compared: Buffer): Promise<void> {
  await db.updateTable('audit_reports').set({ compared }).where('audit_id', '=', auditId).execute();
}
