import { signUpBody } from '@perimeter/contract/account/account';
import { sessionState } from '@perimeter/contract/account/session';
import type { Http, HttpReply, HttpRequest } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { note } from '../session/note.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { beginSession } from '../session/browser.ts';
import { stateOf } from '../session/sign-in.ts';
import { countAttempt } from './attempt.ts';
import { askToConfirm } from './ask-to-confirm.ts';
import { signUp } from './make-account.ts';

/** Creates an account and logs in. Throws like signUp, and rate_limited. */
export async function openAccount(
  identity: Identity,
  body: Parameters<typeof signUp>[1],
  { request, reply }: { request: HttpRequest; reply: HttpReply },
): ReturnType<typeof signUp> {
  await countAttempt(identity, request);
  const made = await signUp(identity, body);
  await beginSession(identity, made, request, reply);
  await note(identity, request, made.id, ['account_created']);
  request.log.info({ accountId: made.id, isAdmin: made.is_admin }, 'Account created');
  // If the address has reached its message limit, the account is created and the link can be requested later.
  if (made.confirmed_at === null)
    await askToConfirm(identity, made, request.log).catch((error: unknown) => request.log.warn({ err: error }));
  return made;
}

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
      const made = await openAccount(identity, request.body, { request, reply });
      return reply.code(201).send(await stateOf(identity, made));
    },
  );
}
