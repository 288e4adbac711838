import type { TeamInvitation } from '@perimeter/contract/account/team';
import type { insertInvitation } from '../repositories/teams/invitations.ts';

/** An invitation as the team sees it. */
export const toInvitation = (row: Exclude<Awaited<ReturnType<typeof insertInvitation>>, string>): TeamInvitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  createdAt: row.created_at.getTime(),
  expiresAt: row.expires_at.getTime(),
});
