import { dayMs } from '@perimeter/protocols/durations';
import { hashToken, newSessionToken } from '../../credentials/session-token.ts';
import { AppError } from '../../http/errors.ts';
import type { Identity } from '../../identity/identity.ts';
import { invitationMessage } from '../../mail/messages.ts';
import { actorOf } from '../caller.ts';
import { deleteInvitation, insertInvitation, mostMembers } from '../../repositories/teams/invitations.ts';
import { findTeam } from '../../repositories/teams/teams.ts';
import { toInvitation } from '../../shown/invitation.ts';
import { sendSoon } from '../send-soon.ts';
import { notAdmin } from './team-refusals.ts';

type TeamInvitation = ReturnType<typeof toInvitation>;

/** The invited address and role. */
export interface Invited {
  email: string;
  role: TeamInvitation['role'];
  expiresInDays: number;
}

/**
 * Invites an address to the caller's team. If mail is sent, only the address gets the link, which proves it; else the
 * caller gets it, once. Throws email_unconfirmed, insufficient_role, already_member, team_full or rate_limited.
 */
export async function invite(
  identity: Identity,
  principal: Parameters<typeof actorOf>[0],
  { email, role, expiresInDays }: Invited,
  log: Parameters<typeof sendSoon>[1],
): Promise<{ invitation: TeamInvitation; url: string | null }> {
  const { db, nowMs, mailer, throttle, linkOrigin } = identity;
  const { accountId: teamId } = principal;
  if (!principal.isConfirmed) throw new AppError('email_unconfirmed');
  await throttle.invite(teamId);
  if (mailer.delivers) await throttle.writeTo(email);
  const token = newSessionToken();
  const now = new Date(nowMs());
  const made = await insertInvitation(db, {
    id: crypto.randomUUID(),
    tokenHash: hashToken(token),
    teamId,
    email,
    role,
    actor: actorOf(principal),
    now,
    expiresAt: new Date(now.getTime() + expiresInDays * dayMs),
  });
  if (made === 'not-admin') throw notAdmin(principal);
  if (made === 'member') throw new AppError('already_member');
  if (made === 'full') throw new AppError('team_full', { detail: `A team has at most ${mostMembers}` });
  log.info({ accountId: teamId, invitationId: made.id, role }, 'Invited to a team');
  const url = `${linkOrigin()}/join/${token}`;
  if (!mailer.delivers) return { invitation: toInvitation(made), url };
  const team = await findTeam(db, teamId);
  sendSoon(identity, log, invitationMessage(email, { url, team: team?.title ?? '', days: expiresInDays }));
  return { invitation: toInvitation(made), url: null };
}

/** Withdraws an invitation of the caller's team. Throws invitation_not_found, insufficient_role or insufficient_scope. */
export async function withdraw(
  { db }: Pick<Identity, 'db'>,
  principal: Parameters<typeof actorOf>[0],
  id: string,
): Promise<void> {
  const refused = await deleteInvitation(db, { teamId: principal.accountId, id, actor: actorOf(principal) });
  if (refused === 'not-admin') throw notAdmin(principal);
  if (refused === 'none') throw new AppError('invitation_not_found');
}
