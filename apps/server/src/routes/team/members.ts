import { memberRoleBody } from '@perimeter/contract/account/team';
import { z } from 'zod';
import { clearedCookieField, forgetSite } from '../../credentials/session-token.ts';
import type { Http } from '../../http/http.ts';
import { actorOf } from '../../plugins/access/deeds.ts';
import { changeRole, removeMember } from '../../repositories/teams/membership.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { accountOf, personOf } from '../session/browser.ts';
import { confirmMaker } from './confirm-maker.ts';
import { unproven } from './invitations.ts';
import { memberRefusal } from './team-refusals.ts';

type Identity = Parameters<typeof confirmMaker>[0];
type AccountPrincipal = Parameters<typeof actorOf>[0];

const memberParams = z.object({ id: z.uuid().describe('Id of the member, as in the list') });
const memberProblems = [
  ...writeProblems,
  'insufficient_scope',
  'insufficient_role',
  'member_not_found',
  'last_admin',
] as const;

/**
 * Changes the role of a member of the caller's team. Throws insufficient_role, insufficient_scope, member_not_found or
 * last_admin.
 */
export async function setRole(
  { db, authenticator }: Identity,
  principal: AccountPrincipal,
  memberId: string,
  role: Parameters<typeof changeRole>[2],
): Promise<void> {
  const refused = await changeRole(db, { teamId: principal.accountId, memberId, actor: actorOf(principal) }, role);
  if (refused !== null) throw memberRefusal(refused, principal);
  authenticator.forget(memberId);
}

/** Removes a member, possibly the caller, from the caller's team. Throws likewise. */
export async function takeOut(
  { db, authenticator }: Identity,
  principal: AccountPrincipal,
  memberId: string,
): Promise<void> {
  const refused = await removeMember(db, { teamId: principal.accountId, memberId, actor: actorOf(principal) });
  if (refused !== null) throw memberRefusal(refused, principal);
  authenticator.forget(memberId);
}

function roleRoute(http: Http, identity: Identity): void {
  http.patch(
    '/api/team/members/:id',
    {
      schema: {
        tags: ['team'],
        summary: 'Give a member another role',
        description:
          'Holds at once, in every browser of the member. A team always has an admin. To make an admin more than 10 minutes after the log-in, send the password too, and the second factor where the account has one. Keys change no admins.',
        params: memberParams,
        body: memberRoleBody,
        response: { 204: z.null().describe('Role changed'), ...problemResponses(...memberProblems, ...unproven) },
      },
    },
    async (request, reply) => {
      const { role, ...shown } = request.body;
      if (role === 'admin') await confirmMaker(identity, { request, reply }, shown);
      await setRole(identity, accountOf(request.principal), request.params.id, role);
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
          'Ends the sessions of the member in this team and pending invitations by and for the member at once. Keys belong to the team and stay. Keys remove no admins.',
        params: memberParams,
        response: { 204: z.null().describe('Member removed'), ...problemResponses(...memberProblems) },
      },
    },
    async ({ principal, params: { id } }, reply) => {
      await takeOut(identity, accountOf(principal), id);
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
      await takeOut(identity, accountOf(request.principal), personOf(request.principal));
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
