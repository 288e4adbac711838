import { inviteBody, madeInvitation } from '@perimeter/contract/account/team';
import { z } from 'zod';
import { accountOf } from '../../accounts/caller.ts';
import { confirmMaker } from '../../accounts/team/confirm-maker.ts';
import { invite, withdraw } from '../../accounts/team/invite.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { callerOf } from '../caller.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';

const refusals = [...writeProblems, 'insufficient_scope', 'insufficient_role'] as const;
/** Further problems of creating an administrator. */
export const unproven = ['login_failed', 'second_factor_required', 'second_factor_failed'] as const;

/** Invite and withdraw. */
export function addInvitationRoutes(http: Http, identity: Identity): void {
  http.post(
    '/api/team/invitations',
    {
      schema: {
        tags: ['team'],
        summary: 'Invite somebody to the team',
        description:
          'By a link that works once, for the invited address alone. Where the service sends mail it goes there; else the response is the only place where it appears. A second invitation of an address takes the place of the first. To invite an admin more than 10 minutes after the log-in, send the password too, and the second factor where the account has one. Keys invite no admins.',
        body: inviteBody,
        response: {
          201: madeInvitation,
          ...problemResponses(...refusals, ...unproven, 'email_unconfirmed', 'already_member', 'team_full'),
        },
      },
    },
    async (request, reply) => {
      const { principal, log } = request;
      const { currentPassword, code, passkey, ...invited } = request.body;
      if (invited.role === 'admin')
        await confirmMaker(identity, callerOf(identity, request, reply), { currentPassword, code, passkey });
      const made = await invite(identity, accountOf(principal), invited, log);
      return reply.code(201).header('cache-control', 'no-store').send(made);
    },
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
