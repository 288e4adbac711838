import type { TeamAction } from '@perimeter/contract/account/team';
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/schema.ts';
import type { TeamLogRow } from '../schema/teams.ts';

/** Who does something in a team: a member, a key of the team, or somebody on the host. */
export interface Actor {
  kind: TeamLogRow['actor_kind'];
  id: string;
}

/** What somebody did. */
export interface Deed {
  teamId: string;
  actor: Actor;
  action: TeamAction;
  target?: string;
  detail?: string;
}

const mostCharacters = 300;

/** Keeps a line for good, with the actor's name of today. */
export async function insertDeed(
  db: Kysely<Schema>,
  { teamId, actor: { kind, id }, action, target = '', detail = '' }: Deed,
): Promise<void> {
  const name = {
    person: sql<string>`coalesce((select email from accounts where id = ${id}), '')`,
    key: sql<string>`coalesce((select name from api_keys where id = ${id}), '')`,
    operator: sql<string>`'the operator'`,
  }[kind];
  await db
    .insertInto('team_log')
    .values({
      team_id: teamId,
      actor_kind: kind,
      actor_id: id,
      actor_name: name,
      action,
      target: target.slice(0, mostCharacters),
      detail: detail.slice(0, mostCharacters),
    })
    .execute();
}

/** Lines of a team before one of them, newest first. */
export const listDeeds = async (
  db: Kysely<Schema>,
  teamId: string,
  { limit, before }: { limit: number; before: string | null },
): Promise<TeamLogRow[]> =>
  db
    .selectFrom('team_log')
    .selectAll()
    .where('team_id', '=', teamId)
    .$if(before !== null, (query) => query.where('id', '<', String(before)))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
