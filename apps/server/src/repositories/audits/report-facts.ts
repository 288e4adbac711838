import type { Kysely } from 'kysely';
import type { Schema } from '../schema/schema.ts';

/** What lists show of a report beside its score. */
export interface ReportFacts {
  policyVersion: string;
  severities: { critical: number; high: number; medium: number; low: number };
  concludedPermille: number;
}

/** The same as columns of an audit. */
export const columnsOf = ({ policyVersion, severities, concludedPermille }: ReportFacts) => ({
  policy_version: policyVersion,
  severities: [severities.critical, severities.high, severities.medium, severities.low],
  concluded_permille: concludedPermille,
});

/** The counts of an audit by their names; null where they are not known. */
export const severitiesOf = (counts: readonly number[] | null): ReportFacts['severities'] | null => {
  const [critical, high, medium, low] = counts ?? [];
  if (critical === undefined || high === undefined || medium === undefined || low === undefined) return null;
  return { critical, high, medium, low };
};

/** Reports that one pass reads. */
const batch = 50;

/**
 * Adds the facts of reports that earlier versions stored, newest first, so many at once; the number of audits that were done. A report
 * that cannot be read is passed over for good.
 */
export async function addFacts(db: Kysely<Schema>, read: (body: Buffer) => ReportFacts | null): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom('audits')
      .innerJoin('audit_reports', 'audit_reports.audit_id', 'audits.id')
      .select(['audits.id', 'audit_reports.body'])
      .where('audits.status', '=', 'completed')
      .where('audits.policy_version', 'is', null)
      .orderBy('audits.ended_at', 'desc')
      .limit(batch)
      .forUpdate('audits')
      .skipLocked()
      .execute();
    for (const { id, body } of due) {
      const facts = read(body);
      const columns = facts === null ? { policy_version: '' } : columnsOf(facts);
      await trx.updateTable('audits').set(columns).where('id', '=', id).execute();
    }
    return due.length;
  });
}
