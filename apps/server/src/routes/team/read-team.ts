import { type OwnTeam, teamAction, type TeamDetails, type TeamLogEntry } from '@perimeter/contract/account/team';
import type { AccountPrincipal } from '../../credentials/principal.ts';
import { AppError } from '../../http/errors.ts';
import type { Identity } from '../../identity/identity.ts';
import { listInvitations } from '../../repositories/teams/invitations.ts';
import { listDeeds } from '../../repositories/teams/team-log.ts';
import { findTeam, listMembers, listTeamsOf } from '../../repositories/teams/teams.ts';
import type { TeamLogRow } from '../../repositories/schema/teams.ts';
import { toInvitation } from './invite.ts';

type Store = Pick<Identity, 'db' | 'nowMs'>;

/** The caller's team; its invitations only for members who may invite. */
export async function readTeam({ db, nowMs }: Store, principal: AccountPrincipal): Promise<TeamDetails> {
  const { accountId: id, personId, role, scopes } = principal;
  const team = await findTeam(db, id);
  if (team === undefined) throw new AppError('unauthorized');
  const mayInvite = scopes.includes('team:admin');
  return {
    id,
    ...team,
    role,
    members: (await listMembers(db, id)).map(({ joinedAt, ...member }) => ({
      ...member,
      joinedAt: joinedAt.getTime(),
      isYou: member.id === personId,
    })),
    invitations: mayInvite ? (await listInvitations(db, id, new Date(nowMs()))).map(toInvitation) : [],
  };
}

/** The teams of the logged-in person. */
export const readOwnTeams = async (
  { db }: Pick<Identity, 'db'>,
  { personId, accountId }: AccountPrincipal,
): Promise<OwnTeam[]> =>
  personId === null
    ? []
    : (await listTeamsOf(db, personId)).map((team) => ({ ...team, isCurrent: team.id === accountId }));

const toEntry = (row: TeamLogRow): TeamLogEntry => ({
  id: row.id,
  at: row.at.getTime(),
  actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
  action: teamAction.parse(row.action),
  target: row.target,
  detail: row.detail,
});

/** A page of a team's log, newest first. */
export async function readTeamLog(
  { db }: Pick<Identity, 'db'>,
  teamId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ entries: TeamLogEntry[]; nextCursor: string | null }> {
  // Reads one row more than requested, to know whether there is another page.
  const found = await listDeeds(db, teamId, { limit: limit + 1, before: cursor ?? null });
  const page = found.slice(0, limit);
  return { entries: page.map(toEntry), nextCursor: found.length > limit ? (page.at(-1)?.id ?? null) : null };
}
