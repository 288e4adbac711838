import { type Severity, severity } from '@perimeter/contract/finding';
import type { Waiver } from '@perimeter/contract/waiver/waiver';
import { modules } from '@perimeter/engine/modules/registry';
import { scoreVector } from '@perimeter/engine/scoring/cvss';
import { latestOwnReport } from '../../repositories/audits/compared.ts';
import { AppError } from '../../http/errors.ts';
import type { Db } from '../../repositories/schema/schema.ts';
import { storedScore } from '../audit/outlook/scored-report.ts';

/** The usual severity of a check's findings, or null if it only informs. Throws invalid_request for an unknown check. */
function usualOf(checkId: string): Severity | null {
  const check = modules.flatMap(({ checks }) => checks).find(({ id }) => id === checkId);
  if (check === undefined)
    throw new AppError('invalid_request', {
      errors: [{ pointer: '/checkId', message: 'Unknown check: /api/checks lists all' }],
    });
  return check.cvss === undefined ? null : scoreVector(check.cvss).severity;
}

/**
 * The severity of what is being accepted: the highest in the account's latest report of the domain, else the usual one.
 * A check that only an older report knows is not unknown.
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
  const found = severity.options.find((level) => own.some((finding) => finding.severity === level));
  return found ?? (checkId === null ? null : usualOf(checkId));
}
