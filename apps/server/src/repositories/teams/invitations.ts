import type { TeamRole } from '@perimeter/contract/account/team';
import { sql, type Kysely } from 'kysely';
import type { Db, DbTransaction, Schema } from '../schema/schema.ts';
import type { TeamInvitationRow } from '../schema/teams.ts';
import { lockTeam, mayRun } from './membership.ts';
import { type Actor, insertDeed } from './team-log.ts';
import { titleOf } from './teams.ts';

/** Maximum number of a team's members and invitations together. */
export const mostMembers = 200;

/** A new invitation; its token is already hashed. */
export interface NewInvitation {
  id: string;
  tokenHash: Buffer;
  teamId: string;
  email: string;
  role: TeamRole;
  actor: Actor;
  now: Date;
  expiresAt: Date;
}

/** Why an invitation was refused. */
export type NotInvited = 'not-admin' | 'member' | 'full';

async function countHeads(trx: DbTransaction, { teamId, email, now }: NewInvitation): Promise<number> {
  const { count } = await trx
    .selectNoFrom(
      sql<string>`(select count(*) from team_members where team_id = ${teamId}) + (select count(*) from team_invitations
        where team_id = ${teamId} and email <> ${email} and expires_at > ${now})`.as('count'),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Invites an address, replacing an earlier invitation; returns the reason of a refusal. */
export async function insertInvitation(db: Db, invitation: NewInvitation): Promise<TeamInvitationRow | NotInvited> {
  const { teamId, email, role, actor, expiresAt, now } = invitation;
  return db.transaction().execute(async (trx) => {
    await lockTeam(trx, teamId);
    if (!(await mayRun(trx, teamId, actor, [role]))) return 'not-admin';
    const member = await trx
      .selectFrom('team_members')
      .innerJoin('accounts', 'accounts.id', 'person_id')
      .select('person_id')
      .where('team_id', '=', teamId)
      .where('email', '=', email)
      .executeTakeFirst();
    if (member !== undefined) return 'member';
    if ((await countHeads(trx, invitation)) >= mostMembers) return 'full';
    await trx.deleteFrom('team_invitations').where('team_id', '=', teamId).where('email', '=', email).execute();
    const row = await trx
      .insertInto('team_invitations')
      .values({
        id: invitation.id,
        token_hash: invitation.tokenHash,
        team_id: teamId,
        email,
        role,
        invited_by: actor.kind === 'person' ? actor.id : null,
        created_at: now,
        expires_at: expiresAt,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await insertDeed(trx, { teamId, actor, action: 'invitation_made', target: email, detail: role });
    return row;
  });
}

/** Valid invitations of a team; those that expire first come first. */
export const listInvitations = async (db: Kysely<Schema>, teamId: string, now: Date): Promise<TeamInvitationRow[]> =>
  db
    .selectFrom('team_invitations')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('expires_at', '>', now)
    .orderBy('expires_at')
    .orderBy('id')
    .execute();

/** Withdraws an invitation; returns the reason of a refusal. */
export async function deleteInvitation(
  db: Db,
  { teamId, id, actor }: { teamId: string; id: string; actor: Actor },
): Promise<'not-admin' | 'none' | null> {
  return db.transaction().execute(async (trx) => {
    await lockTeam(trx, teamId);
    const row = await trx
      .selectFrom('team_invitations')
      .select(['email', 'role'])
      .where('team_id', '=', teamId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!(await mayRun(trx, teamId, actor, [row?.role]))) return 'not-admin';
    if (row === undefined) return 'none';
    await trx.deleteFrom('team_invitations').where('id', '=', id).execute();
    await insertDeed(trx, { teamId, actor, action: 'invitation_withdrawn', target: row.email, detail: row.role });
    return null;
  });
}

/** Finds an invitation by its token's hash, with the team's display name. */
export const findInvitation = async (
  db: Kysely<Schema>,
  tokenHash: Buffer,
  now: Date,
): Promise<(TeamInvitationRow & { title: string }) | undefined> =>
  db
    .selectFrom('team_invitations')
    .innerJoin('accounts as team', 'team.id', 'team_id')
    .selectAll('team_invitations')
    .select(titleOf('team').as('title'))
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('team.disabled_at', 'is', null)
    .where('team.leaves_at', 'is', null)
    .executeTakeFirst();

/**
 * Accepts an invitation: the account becomes a member, and its future sessions act for the team. Returns the team, or
 * why the account cannot accept.
 */
export async function takeInvitation(
  trx: DbTransaction,
  { tokenHash, personId, now }: { tokenHash: Buffer; personId: string; now: Date },
): Promise<{ teamId: string } | 'none' | 'of-another'> {
  const found = await findInvitation(trx, tokenHash, now);
  if (found === undefined) return 'none';
  const { team_id: teamId, role } = found;
  await lockTeam(trx, teamId);
  const person = await trx.selectFrom('accounts').select('email').where('id', '=', personId).executeTakeFirst();
  if (person?.email !== found.email) return 'of-another';
  const used = await trx.deleteFrom('team_invitations').where('id', '=', found.id).executeTakeFirst();
  if (used.numDeletedRows === 0n) return 'none';
  await trx
    .insertInto('team_members')
    .values({ team_id: teamId, person_id: personId, role })
    .onConflict((conflict) => conflict.columns(['team_id', 'person_id']).doNothing())
    .execute();
  await trx.updateTable('accounts').set({ current_team: teamId }).where('id', '=', personId).execute();
  const actor = { kind: 'person', id: personId } as const;
  await insertDeed(trx, { teamId, actor, action: 'member_joined', target: found.email, detail: role });
  return { teamId };
}

/** Deletes expired invitations. */
export const purgeInvitations = async (db: Kysely<Schema>, now: Date): Promise<void> => {
  await db.deleteFrom('team_invitations').where('expires_at', '<=', now).execute();
};
