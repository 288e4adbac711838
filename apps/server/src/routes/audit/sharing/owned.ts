import { AppError } from '../../../http/errors.ts';
import type { Principal } from '../../../credentials/principal.ts';
import { type AuditWithElapsed, findAudit } from '../../../repositories/audits/audits.ts';
import type { Db } from '../../../repositories/schema/schema.ts';
import { accountOf } from '../../session/browser.ts';
import { storedId } from '../find.ts';

/** The audit of an id in a path, for the account that started it. Throws the same audit_not_found for everyone else. */
export async function requireOwned(
  db: Db,
  id: string,
  principal: Principal,
): Promise<AuditWithElapsed & { account_id: string }> {
  const { accountId } = accountOf(principal);
  const audit = await findAudit(db, storedId(id));
  if (audit === undefined || audit.account_id !== accountId) throw new AppError('audit_not_found');
  return { ...audit, account_id: accountId };
}
