import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { addGuestRoutes } from './guests.ts';
import { addInvitationRoutes } from './invitations.ts';
import { addMemberRoutes } from './members.ts';
import { addTeamRoutes } from './team.ts';

/** Who may do what for an account: its team, the members, and who is invited. */
export function addTeams(http: Http, identity: Identity): void {
  addTeamRoutes(http, identity);
  addMemberRoutes(http, identity);
  addInvitationRoutes(http, identity);
  addGuestRoutes(http, identity);
}
