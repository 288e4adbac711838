import { type TeamAction, teamAction, type TeamLogEntry } from '@perimeter/contract/account/team';
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/schema.ts';
import type { TeamLogRow } from '../schema/teams.ts';
import { nameOfTarget } from './names-of-targets.ts';

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
  /** Read before the deed, where the target is gone after it; left out: it is read now. */
  targetName?: string | undefined;
  detail?: string;
}

const mostCharacters = 300;

/** Keeps a line for good, with the names of today. */
export async function insertDeed(
  db: Kysely<Schema>,
  { teamId, actor: { kind, id }, action, target = '', targetName, detail = '' }: Deed,
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
      target_name: (targetName ?? (await nameOfTarget(db, teamId, target))).slice(0, mostCharacters),
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

/** A line of the log as it is read. */
export const toDeed = (row: TeamLogRow): TeamLogEntry => ({
  id: row.id,
  at: row.at.getTime(),
  actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
  action: teamAction.parse(row.action),
  target: row.target,
  targetName: row.target_name,
  detail: row.detail,
});
