import { signUpBody } from '@perimeter/contract/account/account';
import { sessionState } from '@perimeter/contract/account/session';
import { openAccount } from '../../accounts/own/open-account.ts';
import { stateOf } from '../../accounts/read-account.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { callerOf } from '../caller.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';

/** POST /api/account */
export function signUpRoute(http: Http, identity: Identity): void {
  http.post(
    '/api/account',
    {
      schema: {
        tags: ['account'],
        summary: 'Sign up and log in',
        description:
          'Where the operator lets people sign up. A link goes to the address and has to be opened before audits and API keys. The first account needs the setup token and is an administrator.',
        body: signUpBody,
        response: {
          201: sessionState,
          ...problemResponses(
            ...writeProblems,
            'signup_closed',
            'email_taken',
            'invitation_not_found',
            'invitation_of_another',
          ),
        },
      },
    },
    async (request, reply) => {
      const made = await openAccount(identity, request.body, callerOf(identity, request, reply));
      return reply.code(201).send(await stateOf(identity, made));
    },
  );
}
