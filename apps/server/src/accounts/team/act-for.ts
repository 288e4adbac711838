import type { AccountPrincipal } from '../../credentials/principal.ts';
import { AppError } from '../../http/errors.ts';
import type { Identity } from '../../identity/identity.ts';
import { switchTeam } from '../../repositories/teams/teams.ts';
import { personOf } from '../caller.ts';

/** Has the caller's session act for another of their teams. Throws team_not_found. */
export async function actFor(
  { db, authenticator }: Identity,
  principal: AccountPrincipal,
  teamId: string,
): Promise<void> {
  const personId = personOf(principal);
  const tokenHash = Buffer.from(principal.credentialId, 'hex');
  if (!(await switchTeam(db, { personId, teamId, tokenHash }))) throw new AppError('team_not_found');
  authenticator.forget(personId);
}
