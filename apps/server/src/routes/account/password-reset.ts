import { confirmResetBody } from '@perimeter/contract/account/account';
import { z } from 'zod';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { callerOf } from '../caller.ts';
import { resetPassword } from '../../accounts/own/reset-password.ts';

/** POST /api/account/password-reset/confirm */
export function confirmResetRoute(http: Http, identity: Identity): void {
  http.post(
    '/api/account/password-reset/confirm',
    {
      schema: {
        tags: ['account'],
        summary: 'Reset a password with the link',
        description: 'Invalidates the link and ends all sessions of the account.',
        body: confirmResetBody,
        response: { 204: z.null().describe('Password set'), ...problemResponses(...writeProblems) },
      },
    },
    async (request, reply) => {
      await resetPassword(identity, request.body, callerOf(identity, request, reply));
      return reply.code(204).send(null);
    },
  );
}
