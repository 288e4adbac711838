import { inviteBody, invitationBody, madeInvitation, ownTeamList, shownInvitation } from '@perimeter/contract/team';
import { z } from 'zod';
import type { AccountPrincipal } from '../../credentials/principal.ts';
import { AppError } from '../../http/errors.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { actorOf } from '../../plugins/access/deeds.ts';
import { deleteInvitation } from '../../repositories/teams/invitations.ts';
import { countAttempt } from '../account/attempt.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { accountOf } from '../session/browser.ts';
import { invite } from './invite.ts';
import { join, readInvitation } from './join.ts';
import { readOwnTeams } from './read-team.ts';
import { notAdmin } from './team-refusals.ts';

const refusals = [...writeProblems, 'insufficient_scope', 'insufficient_role'] as const;

/** Withdraws an invitation of the caller's team. Throws invitation_not_found, insufficient_role or insufficient_scope. */
export async function withdraw({ db }: Identity, principal: AccountPrincipal, id: string): Promise<void> {
  const refused = await deleteInvitation(db, { teamId: principal.accountId, id, actor: actorOf(principal) });
  if (refused === 'not-admin') throw notAdmin(principal);
  if (refused === 'none') throw new AppError('invitation_not_found');
}

function adminRoutes(http: Http, identity: Identity): void {
  http.post(
    '/api/team/invitations',
    {
      schema: {
        tags: ['team'],
        summary: 'Invite somebody to the team',
        description:
          'By a link that works once, for the invited address alone. Where the service sends mail it goes there; else the response is the only place where it appears. A second invitation of an address takes the place of the first. Keys invite no admins.',
        body: inviteBody,
        response: { 201: madeInvitation, ...problemResponses(...refusals, 'already_member', 'team_full') },
      },
    },
    async ({ principal, body, log }, reply) =>
      reply
        .code(201)
        .header('cache-control', 'no-store')
        .send(await invite(identity, accountOf(principal), body, log)),
  );
  http.delete(
    '/api/team/invitations/:id',
    {
      schema: {
        tags: ['team'],
        summary: 'Withdraw an invitation',
        params: z.object({ id: z.uuid().describe('Id of the invitation, as in the team') }),
        response: {
          204: z.null().describe('Invitation withdrawn'),
          ...problemResponses(...refusals, 'invitation_not_found'),
        },
      },
    },
    async ({ principal, params: { id } }, reply) => {
      await withdraw(identity, accountOf(principal), id);
      return reply.code(204).send(null);
    },
  );
}

function guestRoutes(http: Http, identity: Identity): void {
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
      await countAttempt(identity, request);
      return reply.header('cache-control', 'no-store').send(await readInvitation(identity, request.body.token));
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
      await countAttempt(identity, request);
      const account = accountOf(request.principal);
      const teamId = await join(identity, account, request.body.token);
      return reply.send({ teams: await readOwnTeams(identity, { ...account, accountId: teamId }) });
    },
  );
}

/** Invite, withdraw, read, accept. */
export function addInvitationRoutes(http: Http, identity: Identity): void {
  adminRoutes(http, identity);
  guestRoutes(http, identity);
}
