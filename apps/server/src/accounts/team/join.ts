import type { ShownInvitation } from '@perimeter/contract/account/team';
import { hashToken } from '../../credentials/session-token.ts';
import { AppError } from '../../http/errors.ts';
import type { Identity } from '../../identity/identity.ts';
import { findInvitation, takeInvitation } from '../../repositories/teams/invitations.ts';
import { countAttempt } from '../attempt.ts';
import { accountOf, type Caller, personOf } from '../caller.ts';
import { actFor } from './act-for.ts';

/** Answers a link that is none: only these count, because many join from one network. */
async function none(identity: Identity, caller: Caller): Promise<AppError> {
  await countAttempt(identity, caller);
  return new AppError('invitation_not_found');
}

/** An invitation as its holder sees it. Throws invitation_not_found, and rate_limited for a network that guesses. */
export async function readInvitation(identity: Identity, caller: Caller, token: string): Promise<ShownInvitation> {
  const found = await findInvitation(identity.db, hashToken(token), new Date(identity.nowMs()));
  if (found === undefined) throw await none(identity, caller);
  return { team: found.title, email: found.email, role: found.role, expiresAt: found.expires_at.getTime() };
}

/** Uses an invitation up for who is logged in. The team, which the session acts for. Throws likewise, and invitation_of_another. */
export async function join(identity: Identity, caller: Caller, token: string): Promise<string> {
  const { db, nowMs } = identity;
  const personId = personOf(caller.principal);
  const asked = { tokenHash: hashToken(token), personId, now: new Date(nowMs()) };
  const taken = await db.transaction().execute(async (trx) => takeInvitation(trx, asked));
  if (taken === 'none') throw await none(identity, caller);
  if (taken === 'of-another') throw new AppError('invitation_of_another');
  await actFor(identity, accountOf(caller.principal), taken.teamId);
  return taken.teamId;
}
