import { type Severity, severity } from '@perimeter/contract/finding';
import type { Waiver } from '@perimeter/contract/waiver/waiver';
import { modules } from '@perimeter/engine/modules/registry';
import { scoreVector } from '@perimeter/engine/scoring/cvss';
import { latestOwnReport } from '../../repositories/audits/compared.ts';
import type { Db } from '../../repositories/schema/schema.ts';
import { storedScore } from '../audit/outlook/scored-report.ts';

/** The usual severity of a check's findings; null if it only informs, or is unknown. */
function usualOf(checkId: string | null): Severity | null {
  const check = modules.flatMap(({ checks }) => checks).find(({ id }) => id === checkId);
  return check?.cvss === undefined ? null : scoreVector(check.cvss).severity;
}

/**
 * The severity of what is being accepted: the highest in the account's latest report of the domain, else the usual one.
 */
export async function severityNow(
  db: Db,
  accountId: string,
  { domain, fingerprint, checkId, host }: Pick<Waiver, 'domain' | 'fingerprint' | 'checkId' | 'host'>,
): Promise<Severity | null> {
  const stored = await latestOwnReport(db, domain, accountId);
  const own = (stored === undefined ? [] : storedScore(stored).findings).filter(
    (finding) =>
      (fingerprint === null || finding.fingerprint === fingerprint) &&
      (checkId === null || finding.checkId === checkId) &&
      (host === null || finding.host === host),
  );
  return severity.options.find((level) => own.some((finding) => finding.severity === level)) ?? usualOf(checkId);
}
