import type { TeamRole } from '@perimeter/contract/account/team';
import { sql } from 'kysely';
import type { Db, DbTransaction } from '../schema/schema.ts';
import { moveOut } from './move-out.ts';
import { type Actor, insertDeed } from './team-log.ts';

/** Why a change of members was not made. */
export type Refused = 'no-member' | 'last-admin' | 'not-admin' | 'not-proven';

/** Serializes the changes of a team's members, so that counts still hold at commit. */
export async function lockTeam(trx: DbTransaction, teamId: string): Promise<void> {
  await trx.selectFrom('accounts').select('id').where('id', '=', teamId).forUpdate().execute();
}

const roleIn = async (trx: DbTransaction, teamId: string, personId: string): Promise<TeamRole | undefined> =>
  (
    await trx
      .selectFrom('team_members')
      .select('role')
      .where('team_id', '=', teamId)
      .where('person_id', '=', personId)
      .executeTakeFirst()
  )?.role;

/**
 * True if the actor may change this member; checked under the lock, because the actor may have been removed meanwhile.
 * Keys cannot change administrators.
 */
export async function mayRun(
  trx: DbTransaction,
  teamId: string,
  { kind, id }: Actor,
  roles: readonly (TeamRole | undefined)[],
): Promise<boolean> {
  return kind === 'key' ? !roles.includes('admin') : (await roleIn(trx, teamId, id)) === 'admin';
}

async function isLastAdmin(trx: DbTransaction, teamId: string, personId: string): Promise<boolean> {
  const admins = await trx
    .selectFrom('team_members')
    .select('person_id')
    .where('team_id', '=', teamId)
    .where('role', '=', 'admin')
    .execute();
  return admins.length === 1 && admins[0]?.person_id === personId;
}

/** The member to change, and the actor. */
export interface MemberChange {
  teamId: string;
  memberId: string;
  actor: Actor;
}

/** A change of which the route knows whether who makes it has shown who they are, as who rules the team is only changed then. */
export interface ShownChange extends MemberChange {
  isProven: boolean;
}

/** Gives a member another role; why not, where it is refused. The last admin stays one. */
export async function changeRole(
  db: Db,
  { teamId, memberId, actor, isProven }: ShownChange,
  role: TeamRole,
): Promise<Refused | null> {
  return db.transaction().execute(async (trx) => {
    await lockTeam(trx, teamId);
    const before = await roleIn(trx, teamId, memberId);
    if (!(await mayRun(trx, teamId, actor, [before, role]))) return 'not-admin';
    if (before === undefined) return 'no-member';
    if (before === role) return null;
    if (await isLastAdmin(trx, teamId, memberId)) return 'last-admin';
    if (!isProven && [before, role].includes('admin')) return 'not-proven';
    await trx
      .updateTable('team_members')
      .set({ role })
      .where('team_id', '=', teamId)
      .where('person_id', '=', memberId)
      .execute();
    const { email: target } = await addressOf(trx, memberId);
    await insertDeed(trx, { teamId, actor, action: 'role_changed', target, detail: `${before} to ${role}` });
    return null;
  });
}

const addressOf = async (trx: DbTransaction, id: string): Promise<{ email: string }> =>
  trx.selectFrom('accounts').select('email').where('id', '=', id).executeTakeFirstOrThrow();

/**
 * Ends a membership with its sessions and the invitations by and for that person. If the team is the person's own
 * account, that person gets a new account.
 */
async function endMembership(trx: DbTransaction, { teamId, memberId, actor }: MemberChange): Promise<string> {
  const { email } = await addressOf(trx, memberId);
  const action = actor.id === memberId ? 'member_left' : 'member_removed';
  await insertDeed(trx, { teamId, actor, action, target: email });
  await trx
    .deleteFrom('sessions')
    .where('account_id', '=', memberId)
    .where(sql<boolean>`coalesce(team_id, account_id) = ${teamId}`)
    .execute();
  await trx
    .deleteFrom('team_invitations')
    .where('team_id', '=', teamId)
    .where(({ eb, or }) => or([eb('invited_by', '=', memberId), eb('email', '=', email)]))
    .execute();
  await trx.deleteFrom('team_members').where('team_id', '=', teamId).where('person_id', '=', memberId).execute();
  await trx
    .updateTable('accounts')
    .set({ current_team: null })
    .where('id', '=', memberId)
    .where('current_team', '=', teamId)
    .execute();
  return memberId === teamId ? moveOut(trx, teamId) : memberId;
}

/** Ends a membership; why not, where it is refused. The last admin stays. Who leaves needs no role and no proof for that. */
export async function removeMember(db: Db, change: ShownChange): Promise<Refused | null> {
  const { teamId, memberId, actor } = change;
  return db.transaction().execute(async (trx) => {
    await lockTeam(trx, teamId);
    const role = await roleIn(trx, teamId, memberId);
    const leaves = actor.kind === 'person' && actor.id === memberId;
    if (!leaves && !(await mayRun(trx, teamId, actor, [role]))) return 'not-admin';
    if (role === undefined) return 'no-member';
    if (await isLastAdmin(trx, teamId, memberId)) return 'last-admin';
    if (!leaves && !change.isProven && role === 'admin') return 'not-proven';
    await endMembership(trx, change);
    return null;
  });
}

/**
 * Removes a person whose account will be deleted from every team with other members. Returns the person's account,
 * which is a new one if theirs was that of such a team; null if a team would have no administrator left.
 */
export async function leaveTeams(trx: DbTransaction, personId: string): Promise<string | null> {
  const teams = await trx
    .selectFrom('team_members as own')
    .select('team_id')
    .where('person_id', '=', personId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('team_members as other')
          .select('other.person_id')
          .whereRef('other.team_id', '=', 'own.team_id')
          .where('other.person_id', '!=', personId),
      ),
    )
    // Sorted, so that two people who leave at once do not deadlock.
    .orderBy('team_id')
    .execute();
  for (const { team_id: teamId } of teams) {
    await lockTeam(trx, teamId);
    if (await isLastAdmin(trx, teamId, personId)) return null;
  }
  let id = personId;
  // The person's own team last, because leaving that changes their account id.
  for (const { team_id: teamId } of teams.toSorted((a, b) => Number(a.team_id === id) - Number(b.team_id === id)))
    id = await endMembership(trx, { teamId, memberId: personId, actor: { kind: 'person', id: personId } });
  return id;
}
