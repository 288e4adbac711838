import type { TeamRole } from '@perimeter/contract/account/team';
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/schema.ts';
import { type Actor, insertDeed } from './team-log.ts';

/** SQL: the display name of a team: its name, else the address of its account. */
export const titleOf = (table: string) =>
  sql<string>`coalesce(nullif(${sql.ref(`${table}.team_name`)}, ''), ${sql.ref(`${table}.email`)})`;

/** A member and their address. */
export interface Member {
  id: string;
  email: string;
  role: TeamRole;
  joinedAt: Date;
}

/** The members of a team, in the order in which they joined. */
export const listMembers = async (db: Kysely<Schema>, teamId: string): Promise<Member[]> =>
  db
    .selectFrom('team_members')
    .innerJoin('accounts', 'accounts.id', 'person_id')
    .select(['person_id as id', 'email', 'role', 'joined_at as joinedAt'])
    .where('team_id', '=', teamId)
    .orderBy('joined_at')
    .orderBy('person_id')
    .execute();

/** The teams of a person: that of their own account first, then the others by name. */
export const listTeamsOf = async (
  db: Kysely<Schema>,
  personId: string,
): Promise<{ id: string; title: string; role: TeamRole }[]> =>
  db
    .selectFrom('team_members')
    .innerJoin('accounts as team', 'team.id', 'team_id')
    .select(['team.id', titleOf('team').as('title'), 'role'])
    .where('person_id', '=', personId)
    .where('team.disabled_at', 'is', null)
    .orderBy(sql`team.id <> ${personId}`)
    .orderBy('title')
    .execute();

/** A team's name, and its display name. */
export const findTeam = async (
  db: Kysely<Schema>,
  teamId: string,
): Promise<{ name: string; title: string } | undefined> =>
  db
    .selectFrom('accounts')
    .select(['team_name as name', titleOf('accounts').as('title')])
    .where('id', '=', teamId)
    .executeTakeFirst();

/** Renames a team; an empty text removes the name. */
export async function renameTeam(db: Kysely<Schema>, teamId: string, name: string, actor: Actor): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('accounts').set({ team_name: name }).where('id', '=', teamId).execute();
    await insertDeed(trx, { teamId, actor, action: 'team_renamed', target: name });
  });
}

/** Switches a session, and the person's future sessions, to another of their teams; false if they are not a member. */
export async function switchTeam(
  db: Kysely<Schema>,
  { personId, teamId, tokenHash }: { personId: string; teamId: string; tokenHash: Buffer },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const member = await trx
      .selectFrom('team_members')
      .innerJoin('accounts as team', 'team.id', 'team_id')
      .select('person_id')
      .where('team_id', '=', teamId)
      .where('person_id', '=', personId)
      .where('team.disabled_at', 'is', null)
      .forUpdate('team_members')
      .executeTakeFirst();
    if (member === undefined) return false;
    await trx.updateTable('accounts').set({ current_team: teamId }).where('id', '=', personId).execute();
    await trx.updateTable('sessions').set({ team_id: teamId }).where('token_hash', '=', tokenHash).execute();
    return true;
  });
}
