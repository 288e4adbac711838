import { memberRoleBody, removeMemberBody } from '@perimeter/contract/account/team';
import { z } from 'zod';
import { accountOf } from '../../accounts/caller.ts';
import { confirmMaker } from '../../accounts/team/confirm-maker.ts';
import { leaveTeam, setRole, takeOut } from '../../accounts/team/members.ts';
import { clearedCookieField, forgetSite } from '../../credentials/session-token.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { callerOf } from '../caller.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { unproven } from './invitations.ts';

const memberParams = z.object({ id: z.uuid().describe('Id of the member, as in the list') });
const memberProblems = [
  ...writeProblems,
  'insufficient_scope',
  'insufficient_role',
  'member_not_found',
  'last_admin',
] as const;

function roleRoute(http: Http, identity: Identity): void {
  http.patch(
    '/api/team/members/:id',
    {
      schema: {
        tags: ['team'],
        summary: 'Give a member another role',
        description:
          'Holds at once, in every browser of the member. A team always has an admin. To make an admin, or give one another role, more than 10 minutes after the log-in, send the password too, and the second factor where the account has one. Keys change no admins.',
        params: memberParams,
        body: memberRoleBody,
        response: { 204: z.null().describe('Role changed'), ...problemResponses(...memberProblems, ...unproven) },
      },
    },
    async (request, reply) => {
      const { role, ...shown } = request.body;
      const prove = async (): Promise<void> => confirmMaker(identity, callerOf(identity, request, reply), shown);
      await setRole(identity, { principal: accountOf(request.principal), prove }, request.params.id, role);
      return reply.code(204).send(null);
    },
  );
}

function removeRoute(http: Http, identity: Identity): void {
  http.delete(
    '/api/team/members/:id',
    {
      schema: {
        tags: ['team'],
        summary: 'Remove a member',
        description:
          'Ends the sessions of the member in this team and pending invitations by and for the member at once. Keys belong to the team and stay. To remove an admin more than 10 minutes after the log-in, send the password too, and the second factor where the account has one. Keys remove no admins.',
        params: memberParams,
        body: removeMemberBody,
        response: { 204: z.null().describe('Member removed'), ...problemResponses(...memberProblems, ...unproven) },
      },
    },
    async (request, reply) => {
      const prove = async (): Promise<void> =>
        confirmMaker(identity, callerOf(identity, request, reply), request.body ?? {});
      await takeOut(identity, { principal: accountOf(request.principal), prove }, request.params.id);
      return reply.code(204).send(null);
    },
  );
}

function leaveRoute(http: Http, identity: Identity): void {
  http.post(
    '/api/team/leave',
    {
      schema: {
        tags: ['team'],
        summary: 'Leave the team',
        description:
          'Ends your sessions in this team, this one included. What belongs to the team stays there, also if it began as your account: then you go on with an empty one. The last admin cannot leave.',
        response: { 204: z.null().describe('Left, and logged out'), ...problemResponses(...memberProblems) },
      },
    },
    async (request, reply) => {
      await leaveTeam(identity, accountOf(request.principal));
      return reply
        .code(204)
        .headers({
          'set-cookie': clearedCookieField(identity.cookiesOf(request)),
          'clear-site-data': forgetSite,
        })
        .send(null);
    },
  );
}

/** Adds the routes to change and remove members, and to leave. */
export function addMemberRoutes(http: Http, identity: Identity): void {
  roleRoute(http, identity);
  removeRoute(http, identity);
  leaveRoute(http, identity);
}
