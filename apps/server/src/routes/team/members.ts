import { memberRoleBody, removeMemberBody } from '@perimeter/contract/account/team';
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

/** Who changes members, and how they show who they are where a change is about who rules the team. */
interface Changer {
  principal: AccountPrincipal;
  prove: () => Promise<void>;
}

/** Changes a member, after a proof where that turns out to be needed under the lock of the team. */
async function changeMember(
  { authenticator }: Identity,
  { principal, prove }: Changer,
  memberId: string,
  change: (shown: Parameters<typeof removeMember>[1]) => ReturnType<typeof removeMember>,
): Promise<void> {
  const asked = { teamId: principal.accountId, memberId, actor: actorOf(principal) };
  let refused = await change({ ...asked, isProven: false });
  if (refused === 'not-proven') {
    await prove();
    refused = await change({ ...asked, isProven: true });
  }
  if (refused !== null) throw memberRefusal(refused, principal);
  authenticator.forget(memberId);
}

/**
 * Gives a member of the caller's team another role. Throws insufficient_role, insufficient_scope, member_not_found, last_admin, or what
 * the proof throws.
 */
export async function setRole(
  identity: Identity,
  changer: Changer,
  memberId: string,
  role: Parameters<typeof changeRole>[2],
): Promise<void> {
  await changeMember(identity, changer, memberId, async (shown) => changeRole(identity.db, shown, role));
}

/** Takes a member out of the caller's team, who may be the caller. Throws likewise. */
export async function takeOut(identity: Identity, changer: Changer, memberId: string): Promise<void> {
  await changeMember(identity, changer, memberId, async (shown) => removeMember(identity.db, shown));
}

/** Takes the caller out of the team, for which they show nothing. Throws last_admin. */
export async function leaveTeam(identity: Identity, principal: AccountPrincipal): Promise<void> {
  await takeOut(identity, { principal, prove: async () => undefined }, personOf(principal));
}

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
      const prove = async (): Promise<void> => confirmMaker(identity, { request, reply }, shown);
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
      const prove = async (): Promise<void> => confirmMaker(identity, { request, reply }, request.body ?? {});
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

/** Change, remove, and leave. */
export function addMemberRoutes(http: Http, identity: Identity): void {
  roleRoute(http, identity);
  removeRoute(http, identity);
  leaveRoute(http, identity);
}
