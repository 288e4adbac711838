import { requestResetBody } from '@perimeter/contract/account/account';
import { z } from 'zod';
import { requestReset } from '../../accounts/own/request-reset.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { callerOf } from '../caller.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';

/** POST /api/account/password-reset */
export function requestResetRoute(http: Http, identity: Identity): void {
  http.post(
    '/api/account/password-reset',
    {
      schema: {
        tags: ['account'],
        summary: 'Request a password reset link',
        description: 'The response does not depend on whether the account exists.',
        body: requestResetBody,
        response: {
          202: z.undefined().describe('If the account exists, a link has been sent'),
          ...problemResponses(...writeProblems),
        },
      },
    },
    async (request, reply) => {
      await requestReset(identity, request.body.email, callerOf(identity, request, reply));
      return reply.code(202).send();
    },
  );
}
