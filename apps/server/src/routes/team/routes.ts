import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { addGuestRoutes } from './guests.ts';
import { addInvitationRoutes } from './invitations.ts';
import { addMemberRoutes } from './members.ts';
import { addTeamRoutes } from './team.ts';

/** Adds the routes for teams, members and invitations. */
export function addTeams(http: Http, identity: Identity): void {
  addTeamRoutes(http, identity);
  addMemberRoutes(http, identity);
  addInvitationRoutes(http, identity);
  addGuestRoutes(http, identity);
}
