import type { AccountPrincipal } from '../../credentials/principal.ts';
import { AppError } from '../../http/errors.ts';
import type { Refused } from '../../repositories/teams/membership.ts';

/** Refuses who is no admin any more, and keys, where an admin is made or changed. */
export const notAdmin = ({ via }: AccountPrincipal): AppError =>
  via === 'key'
    ? new AppError('insufficient_scope', { detail: 'Keys neither make, change nor remove admins: log in for that' })
    : new AppError('insufficient_role', { detail: 'You are no admin of this team any more' });

/** What a refused change of members is answered with. */
export function memberRefusal(refused: Refused, principal: AccountPrincipal): AppError {
  if (refused === 'not-admin') return notAdmin(principal);
  // Only where somebody became an admin between a proof and its use.
  if (refused === 'not-proven') return new AppError('login_failed');
  return new AppError(refused === 'no-member' ? 'member_not_found' : 'last_admin');
}
