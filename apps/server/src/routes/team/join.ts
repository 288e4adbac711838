import type { ShownInvitation } from '@perimeter/contract/team';
import type { AccountPrincipal } from '../../credentials/principal.ts';
import { hashToken } from '../../credentials/session-token.ts';
import { AppError } from '../../http/errors.ts';
import type { Identity } from '../../identity/identity.ts';
import { findInvitation, takeInvitation } from '../../repositories/teams/invitations.ts';
import { personOf } from '../session/browser.ts';
import { actFor } from './team.ts';

/** An invitation as its holder sees it. Throws invitation_not_found. */
export async function readInvitation(
  { db, nowMs }: Pick<Identity, 'db' | 'nowMs'>,
  token: string,
): Promise<ShownInvitation> {
  const found = await findInvitation(db, hashToken(token), new Date(nowMs()));
  if (found === undefined) throw new AppError('invitation_not_found');
  return { team: found.title, email: found.email, role: found.role, expiresAt: found.expires_at.getTime() };
}

/** Uses an invitation up for who is logged in. The team, which the session acts for. Throws invitation_not_found or invitation_of_another. */
export async function join(identity: Identity, principal: AccountPrincipal, token: string): Promise<string> {
  const { db, nowMs } = identity;
  const personId = personOf(principal);
  const taken = await db
    .transaction()
    .execute(async (trx) => takeInvitation(trx, { tokenHash: hashToken(token), personId, now: new Date(nowMs()) }));
  if (taken === 'none') throw new AppError('invitation_not_found');
  if (taken === 'of-another') throw new AppError('invitation_of_another');
  await actFor(identity, principal, taken.teamId);
  return taken.teamId;
}
