import type { TeamAction } from '@perimeter/contract/account/team';
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/schema.ts';
import type { TeamLogRow } from '../schema/teams.ts';

/** Who acts in a team: a member, a key of the team, or the operator on the host. */
export interface Actor {
  kind: TeamLogRow['actor_kind'];
  id: string;
}

/** An action in a team. */
export interface Deed {
  teamId: string;
  actor: Actor;
  action: TeamAction;
  target?: string;
  detail?: string;
}

const mostCharacters = 300;

/** Stores a line permanently, with the actor's current name. */
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
