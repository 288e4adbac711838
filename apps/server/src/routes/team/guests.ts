import { invitationBody, ownTeamList, shownInvitation } from '@perimeter/contract/account/team';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { callerOf } from '../caller.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { accountOf } from '../../accounts/caller.ts';
import { join, readInvitation } from '../../accounts/team/join.ts';
import { readOwnTeams } from '../../accounts/team/read-team.ts';

/** Adds the routes to read and accept an invitation. */
export function addGuestRoutes(http: Http, identity: Identity): void {
  http.post(
    '/api/invitations/read',
    {
      schema: {
        tags: ['team'],
        summary: 'Read an invitation',
        description: 'Links that were never made, have expired, or were used or withdrawn get the same answer.',
        body: invitationBody,
        response: { 200: shownInvitation, ...problemResponses(...writeProblems, 'invitation_not_found') },
      },
    },
    async (request, reply) => {
      return reply
        .header('cache-control', 'no-store')
        .send(await readInvitation(identity, callerOf(identity, request, reply), request.body.token));
    },
  );
  http.post(
    '/api/invitations/accept',
    {
      schema: {
        tags: ['team'],
        summary: 'Join a team by invitation',
        description:
          'For somebody who is logged in with the invited address; who has no account yet sends the token with POST /api/account. The session acts for the team from then on.',
        body: invitationBody,
        response: {
          200: ownTeamList,
          ...problemResponses(...writeProblems, 'insufficient_scope', 'invitation_not_found', 'invitation_of_another'),
        },
      },
    },
    async (request, reply) => {
      const account = accountOf(request.principal);
      const teamId = await join(identity, callerOf(identity, request, reply), request.body.token);
      return reply.send({ teams: await readOwnTeams(identity, { ...account, accountId: teamId }) });
    },
  );
}
