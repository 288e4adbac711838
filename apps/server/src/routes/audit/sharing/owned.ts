import { AppError } from '../../../http/errors.ts';
import type { Principal } from '../../../credentials/principal.ts';
import { type AuditWithElapsed, findAudit } from '../../../repositories/audits/audits.ts';
import type { Db } from '../../../repositories/schema/schema.ts';
import type { Identity } from '../../../identity/identity.ts';
import type { WebSettings } from '../../../settings/web.ts';
import { accountOf } from '../../../accounts/caller.ts';
import { storedId } from '../find.ts';

/** What the routes of links work with. */
export interface ShareOptions {
  identity: Identity;
  web: WebSettings;
}

/** The audit of an id from a path, for the account that started it. Throws the same audit_not_found for everybody else. */
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
