import type { DeadlineKind } from '@perimeter/contract/domains';
import { type Severity, severity } from '@perimeter/contract/finding';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema/schema.ts';

/** The facts of a report, besides its score, that lists show. */
export interface ReportFacts {
  policyVersion: string;
  /** Number of findings. */
  severities: Readonly<Record<Severity, number>>;
  issues: Readonly<Record<Severity, number>>;
  /** The score before caps. */
  uncapped: number;
  concludedPermille: number;
  /** The next expiry date of the domain, in epoch milliseconds; null: the report has none. */
  deadline: { kind: DeadlineKind; at: number } | null;
}

/** The facts as columns of the audits table. */
export const columnsOf = ({
  policyVersion,
  severities,
  issues,
  uncapped,
  concludedPermille,
  deadline,
}: ReportFacts) => ({
  policy_version: policyVersion,
  severities: severity.options.map((name) => severities[name]),
  issues: severity.options.map((name) => issues[name]),
  uncapped,
  concluded_permille: concludedPermille,
  deadline_at: deadline === null ? null : new Date(deadline.at),
  deadline_kind: deadline?.kind ?? ('' as const),
});

/** The counts of an audit as an object; null if unknown. */
export const severitiesOf = (counts: readonly number[] | null): ReportFacts['severities'] | null => {
  const [critical, high, medium, low] = counts ?? [];
  if (critical === undefined || high === undefined || medium === undefined || low === undefined) return null;
  return { critical, high, medium, low };
};

/** Reports per pass. */
const batch = 50;

/**
 * Adds missing facts of reports that earlier versions stored, newest first, one pass per call; returns how many audits
 * were updated. An unreadable report is marked and not tried again.
 */
export async function addFacts(db: Kysely<Schema>, read: (body: Buffer) => ReportFacts | null): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom('audits')
      .innerJoin('audit_reports', 'audit_reports.audit_id', 'audits.id')
      .select(['audits.id', 'audit_reports.body'])
      .where('audits.status', '=', 'completed')
      .where('audits.purged_at', 'is', null)
      .where((of) => of.or([of('audits.uncapped', 'is', null), of('audits.deadline_kind', 'is', null)]))
      .where(sql<boolean>`audits.policy_version is distinct from ''`)
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
