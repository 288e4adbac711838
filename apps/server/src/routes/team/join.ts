import type { ShownInvitation } from '@perimeter/contract/account/team';
import { hashToken } from '../../credentials/session-token.ts';
import { AppError } from '../../http/errors.ts';
import type { HttpRequest } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { findInvitation, takeInvitation } from '../../repositories/teams/invitations.ts';
import { countAttempt } from '../account/attempt.ts';
import { accountOf, personOf } from '../session/browser.ts';
import { actFor } from './team.ts';

/** The error for an invalid link. Only these are rate limited, because many people may join from one network. */
async function none(identity: Identity, request: HttpRequest): Promise<AppError> {
  await countAttempt(identity, request);
  return new AppError('invitation_not_found');
}

/** An invitation as its recipient sees it. Throws invitation_not_found, and rate_limited for a network that guesses. */
export async function readInvitation(
  identity: Identity,
  request: HttpRequest,
  token: string,
): Promise<ShownInvitation> {
  const found = await findInvitation(identity.db, hashToken(token), new Date(identity.nowMs()));
  if (found === undefined) throw await none(identity, request);
  return { team: found.title, email: found.email, role: found.role, expiresAt: found.expires_at.getTime() };
}

/**
 * Accepts an invitation for the logged-in account; returns the team, which the session then acts for. Throws likewise,
 * and invitation_of_another.
 */
export async function join(identity: Identity, request: HttpRequest, token: string): Promise<string> {
  const { db, nowMs } = identity;
  const personId = personOf(request.principal);
  const asked = { tokenHash: hashToken(token), personId, now: new Date(nowMs()) };
  const taken = await db.transaction().execute(async (trx) => takeInvitation(trx, asked));
  if (taken === 'none') throw await none(identity, request);
  if (taken === 'of-another') throw new AppError('invitation_of_another');
  await actFor(identity, accountOf(request.principal), taken.teamId);
  return taken.teamId;
}
