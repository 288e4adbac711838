import { fromAuditId } from '../../audits/audit-id.ts';
import type { AuditRow, Db } from '../../repositories/schema/schema.ts';
import { AppError } from '../../http/errors.ts';
import type { Principal } from '../../credentials/principal.ts';
import { findAudit, type AuditWithElapsed } from '../../repositories/audits/audits.ts';

/** The stored id for an id in a path. Throws audit_not_found if it cannot be one. */
export function storedId(id: string): string {
  const stored = fromAuditId(id);
  if (stored === null) throw new AppError('audit_not_found');
  return stored;
}

/** True if the caller has the account or network that started the audit. */
export const isOwnedBy = ({ account_id, network }: AuditRow, principal: Principal): boolean =>
  principal.kind === 'account'
    ? account_id === principal.accountId
    : account_id === null && network !== null && network === principal.network;

/** True if the caller may read the audit: a private one for its account only, any other for everyone with its id. */
export const isVisibleTo = (audit: AuditRow, principal: Principal): boolean =>
  !audit.is_private || isOwnedBy(audit, principal);

/** The audit, if the caller may read it. Throws the same audit_not_found for unknown audits and those of others. */
export function requireVisible<A extends AuditRow>(audit: A | undefined, principal: Principal): A {
  if (audit === undefined || !isVisibleTo(audit, principal)) throw new AppError('audit_not_found');
  return audit;
}

/** The audit of a stored id, if the caller may read it. Throws audit_not_found. */
export const requireAudit = async (db: Db, id: string, principal: Principal): Promise<AuditWithElapsed> =>
  requireVisible(await findAudit(db, id), principal);
