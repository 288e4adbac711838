import type { DomainAudit, DomainChanges } from '@perimeter/contract/domains';
import { policyMajor } from '@perimeter/contract/score';
import { fromAuditId, toAuditId } from '../../audits/audit-id.ts';
import {
  type ComparedReport,
  packCompared,
  readCompared,
  unpackCompared,
  unpackInventory,
} from '../../audits/compared-report.ts';
import { AppError } from '../../http/errors.ts';
import { findAudit } from '../../repositories/audits/audits.ts';
import { findExtract, findExtracts, findReport, keepExtract } from '../../repositories/audits/reports.ts';
import { latestTwo } from '../../repositories/domains/domains.ts';
import type { Db } from '../../repositories/schema/schema.ts';
import { changesBetween } from './changes-between.ts';
import { inventoryBetween, inventoryMarks } from './inventory-between.ts';

/** The extract of an audit's report, made now if an earlier version stored none. Throws report_expired. */
async function comparedReportOf(db: Db, id: string): Promise<ComparedReport> {
  const stored = await findExtract(db, id);
  const known = stored?.compared ? await unpackCompared(stored.compared, toAuditId(id)) : null;
  if (known !== null) return known;
  const whole = await findReport(db, id);
  if (whole === undefined) throw new AppError('report_expired');
  const report = readCompared(whole.body, toAuditId(id));
  await keepExtract(db, id, await packCompared(report));
  return report;
}

/** The report of this account's audit of this domain. Throws audit_not_found for any other, and report_expired. */
async function ownReport(db: Db, accountId: string, domain: string, id: string): Promise<ComparedReport> {
  const audit = await findAudit(db, id);
  if (audit === undefined || audit.account_id !== accountId || audit.domain !== domain || audit.status !== 'completed')
    throw new AppError('audit_not_found');
  return comparedReportOf(db, id);
}

const auditOf = ({ id, completedAt, scanMode, authority, score }: ComparedReport): DomainChanges['from'] => ({
  id,
  completedAt,
  scanMode,
  authority: authority === true,
  score: score.total,
  grade: score.grade,
  policyVersion: score.policyVersion,
});

function changesOf(domain: string, from: ComparedReport, to: ComparedReport): DomainChanges {
  const sameKind = from.scanMode === to.scanMode && from.authority === to.authority;
  return {
    domain,
    from: auditOf(from),
    to: auditOf(to),
    policyChanged: policyMajor(from.score.policyVersion) !== policyMajor(to.score.policyVersion),
    sameKind,
    ...changesBetween(from, to),
    inventory: inventoryBetween(from, to, { domain, sameKind }),
  };
}

/** The requested audits, else the two latest. Throws no_audit_for_domain. */
async function pairOf(
  db: Db,
  accountId: string,
  domain: string,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<[string, string]> {
  const [latest, previous] = from === undefined || to === undefined ? await latestTwo(db, accountId, domain) : [];
  const idOf = (id: string | undefined, otherwise: string | undefined): string => {
    const found = id === undefined ? otherwise : (fromAuditId(id) ?? undefined);
    if (found === undefined) throw new AppError('no_audit_for_domain');
    return found;
  };
  return [idOf(from, previous), idOf(to, latest)];
}

/**
 * The changes between two audits of this account's domain. Throws no_audit_for_domain, audit_not_found and
 * report_expired.
 */
export async function domainChangesOf(
  db: Db,
  accountId: string,
  domain: string,
  wanted: { from?: string | undefined; to?: string | undefined },
): Promise<DomainChanges> {
  const pair = await pairOf(db, accountId, domain, wanted);
  const [from, to] = await Promise.all([
    ownReport(db, accountId, domain, pair[0]),
    ownReport(db, accountId, domain, pair[1]),
  ]);
  return changesOf(domain, from, to);
}

/** The changes between two audits that the caller may read. Throws report_expired. */
export async function changesBetweenAudits(
  db: Db,
  domain: string,
  [earlier, later]: readonly [string, string],
): Promise<DomainChanges> {
  const [from, to] = await Promise.all([comparedReportOf(db, earlier), comparedReportOf(db, later)]);
  return changesOf(domain, from, to);
}

/**
 * How a domain's audits differ in what they measured from those before them, from their extracts; audits are ordered
 * newest first.
 */
export async function marksOf(
  db: Db,
  domain: string,
  audits: readonly DomainAudit[],
): Promise<ReturnType<typeof inventoryMarks>> {
  const known = await findExtracts(
    db,
    audits.flatMap(({ id }) => fromAuditId(id) ?? []),
  );
  const read = await Promise.all(
    audits.toReversed().map(async ({ id, endedAt, scanMode, authority }) => {
      const extract = known.get(fromAuditId(id) ?? '');
      const parts = extract === undefined ? null : await unpackInventory(extract);
      return parts === null || endedAt === null ? [] : [{ at: endedAt, kind: `${scanMode} ${authority}`, parts }];
    }),
  );
  return inventoryMarks(read.flat(), domain);
}
