import { fromAuditId } from '../../audits/audit-id.ts';
import type { AuditRow, Db } from '../../repositories/schema/schema.ts';
import { AppError } from '../../http/errors.ts';
import type { Principal } from '../../credentials/principal.ts';
import { findAudit, type AuditWithElapsed } from '../../repositories/audits/audits.ts';

/** The stored id of an id from a path. Throws audit_not_found for what cannot be one. */
export function storedId(id: string): string {
  const stored = fromAuditId(id);
  if (stored === null) throw new AppError('audit_not_found');
  return stored;
}

/** True where the caller is the account, or on the network, that started the audit. */
export const isOwnedBy = ({ account_id, network }: AuditRow, principal: Principal): boolean =>
  principal.kind === 'account'
    ? account_id === principal.accountId
    : account_id === null && network !== null && network === principal.network;

/** True where the caller may read the audit: anyone who holds its id, and of a private one its account alone. */
export const isVisibleTo = (audit: AuditRow, principal: Principal): boolean =>
  !audit.is_private || isOwnedBy(audit, principal);

/** The audit, for a caller who may read it. Throws the same audit_not_found for one that is not and one that is not theirs. */
export function requireVisible<A extends AuditRow>(audit: A | undefined, principal: Principal): A {
  if (audit === undefined || !isVisibleTo(audit, principal)) throw new AppError('audit_not_found');
  return audit;
}

/** The audit of a stored id, for a caller who may read it. Throws audit_not_found. */
export const requireAudit = async (db: Db, id: string, principal: Principal): Promise<AuditWithElapsed> =>
  requireVisible(await findAudit(db, id), principal);
