import { confirmEmailBody } from '@perimeter/contract/account/account';
import { z } from 'zod';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { callerOf } from '../caller.ts';
import { confirmEmail } from '../../accounts/own/email-change.ts';

/** POST /api/account/email/confirm */
export function confirmEmailRoute(http: Http, identity: Identity): void {
  http.post(
    '/api/account/email/confirm',
    {
      schema: {
        tags: ['account'],
        summary: 'Confirm an e-mail address with the link',
        description:
          'For a new account, or a new address of one. Invalidates the link and informs the previous address, if there is one.',
        body: confirmEmailBody,
        response: {
          204: z.null().describe('E-mail address confirmed'),
          ...problemResponses(...writeProblems, 'email_taken'),
        },
      },
    },
    async (request, reply) => {
      await confirmEmail(identity, request.body.token, callerOf(identity, request, reply));
      return reply.code(204).send(null);
    },
  );
}
