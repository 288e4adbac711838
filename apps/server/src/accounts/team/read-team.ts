import type { OwnTeam, TeamDetails, TeamLogEntry } from '@perimeter/contract/account/team';
import type { AccountPrincipal } from '../../credentials/principal.ts';
import { AppError } from '../../http/errors.ts';
import type { Identity } from '../../identity/identity.ts';
import { listInvitations } from '../../repositories/teams/invitations.ts';
import { listDeeds, toDeed } from '../../repositories/teams/team-log.ts';
import { findTeam, listMembers, listTeamsOf } from '../../repositories/teams/teams.ts';
import { toInvitation } from '../../shown/invitation.ts';

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

/** A page of the log of a team, newest first. */
export async function readTeamLog(
  { db }: Pick<Identity, 'db'>,
  teamId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ entries: TeamLogEntry[]; nextCursor: string | null }> {
  // Reads one row more than requested, to know whether there is another page.
  const found = await listDeeds(db, teamId, { limit: limit + 1, before: cursor ?? null });
  const page = found.slice(0, limit);
  return { entries: page.map(toDeed), nextCursor: found.length > limit ? (page.at(-1)?.id ?? null) : null };
}
