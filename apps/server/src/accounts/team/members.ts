import type { AccountPrincipal } from '../../credentials/principal.ts';
import type { Identity } from '../../identity/identity.ts';
import { changeRole, removeMember } from '../../repositories/teams/membership.ts';
import { actorOf, personOf } from '../caller.ts';
import { memberRefusal } from './team-refusals.ts';

/** Who changes members, and how they show who they are where a change is about who rules the team. */
interface Changer {
  principal: AccountPrincipal;
  prove: () => Promise<void>;
}

/** Changes a member, after a proof where that turns out to be needed under the lock of the team. */
async function changeMember(
  { authenticator }: Identity,
  { principal, prove }: Changer,
  memberId: string,
  change: (shown: Parameters<typeof removeMember>[1]) => ReturnType<typeof removeMember>,
): Promise<void> {
  const asked = { teamId: principal.accountId, memberId, actor: actorOf(principal) };
  let refused = await change({ ...asked, isProven: false });
  if (refused === 'not-proven') {
    await prove();
    refused = await change({ ...asked, isProven: true });
  }
  if (refused !== null) throw memberRefusal(refused, principal);
  authenticator.forget(memberId);
}

/**
 * Gives a member of the caller's team another role. Throws insufficient_role, insufficient_scope, member_not_found, last_admin, or what
 * the proof throws.
 */
export async function setRole(
  identity: Identity,
  changer: Changer,
  memberId: string,
  role: Parameters<typeof changeRole>[2],
): Promise<void> {
  await changeMember(identity, changer, memberId, async (shown) => changeRole(identity.db, shown, role));
}

/** Takes a member out of the caller's team, who may be the caller. Throws likewise. */
export async function takeOut(identity: Identity, changer: Changer, memberId: string): Promise<void> {
  await changeMember(identity, changer, memberId, async (shown) => removeMember(identity.db, shown));
}

/** Takes the caller out of the team, for which they show nothing. Throws last_admin. */
export async function leaveTeam(identity: Identity, principal: AccountPrincipal): Promise<void> {
  await takeOut(identity, { principal, prove: async () => undefined }, personOf(principal));
}
