import type { TeamRole } from '@perimeter/contract/account/team';
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/schema.ts';
import { type Actor, insertDeed } from './team-log.ts';

/** What a team is called: by the address that it began with, where it has no name. */
export const titleOf = (table: string) =>
  sql<string>`coalesce(nullif(${sql.ref(`${table}.team_name`)}, ''), ${sql.ref(`${table}.email`)})`;

/** A member with its address. */
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

/** The teams that somebody belongs to: the one of their own account first, the others by name. */
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

/** The name of a team, and what it is called. */
export const findTeam = async (
  db: Kysely<Schema>,
  teamId: string,
): Promise<{ name: string; title: string } | undefined> =>
  db
    .selectFrom('accounts')
    .select(['team_name as name', titleOf('accounts').as('title')])
    .where('id', '=', teamId)
    .executeTakeFirst();

/** Names a team; an empty name takes it away. */
export async function renameTeam(db: Kysely<Schema>, teamId: string, name: string, actor: Actor): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('accounts').set({ team_name: name }).where('id', '=', teamId).execute();
    await insertDeed(trx, { teamId, actor, action: 'team_renamed', target: name });
  });
}

/** Has a session, and those to come, act for another team of its person; false where it is not one of theirs. */
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
