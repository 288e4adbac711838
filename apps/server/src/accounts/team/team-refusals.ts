import type { AccountPrincipal } from '../../credentials/principal.ts';
import { AppError } from '../../http/errors.ts';
import type { Refused } from '../../repositories/teams/membership.ts';

/**
 * The error for callers that are no longer administrators, and for keys, when an administrator is created or changed.
 */
export const notAdmin = ({ via }: AccountPrincipal): AppError =>
  via === 'key'
    ? new AppError('insufficient_scope', { detail: 'Keys neither make, change nor remove admins: log in for that' })
    : new AppError('insufficient_role', { detail: 'You are no admin of this team any more' });

/** The error for a refused change of members. */
export function memberRefusal(refused: Refused, principal: AccountPrincipal): AppError {
  if (refused === 'not-admin') return notAdmin(principal);
  // Only where somebody became an admin between a proof and its use.
  if (refused === 'not-proven') return new AppError('login_failed');
  return new AppError(refused === 'no-member' ? 'member_not_found' : 'last_admin');
}
