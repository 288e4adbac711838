import { signUpBody } from '@perimeter/contract/account';
import { sessionState } from '@perimeter/contract/session';
import type { z } from 'zod';
import { hashNewPassword } from '../../credentials/passwords/new-password.ts';
import { isSetupToken } from '../../credentials/setup-token.ts';
import { AppError } from '../../http/errors.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import {
  type AccountRow,
  hasNoAccount,
  insertAccount,
  insertFirstAccount,
} from '../../repositories/accounts/accounts.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { beginSession } from '../session/browser.ts';
import { stateOf } from '../session/sign-in.ts';
import { countAttempt } from './attempt.ts';

type SignUp = z.infer<typeof signUpBody>;

async function signUp(identity: Identity, body: SignUp): Promise<AccountRow> {
  const { db, signup, secret } = identity;
  const { email, password, setupToken } = body;
  const isFirst = await hasNoAccount(db);
  if (isFirst ? !isSetupToken(setupToken ?? '', secret) : signup === 'closed') {
    throw new AppError('signup_closed', {
      detail: isFirst ? 'The first account needs the setup token printed at start' : 'Contact the operator',
    });
  }
  const passwordHash = await hashNewPassword(identity, email, password, '/password');
  const made = await (isFirst
    ? insertFirstAccount(db, { email, passwordHash })
    : insertAccount(db, { email, passwordHash, isAdmin: false }));
  if (made !== undefined) return made;
  throw new AppError(isFirst ? 'signup_closed' : 'email_taken');
}

/** POST /api/account */
export function signUpRoute(http: Http, identity: Identity): void {
  http.post(
    '/api/account',
    {
      config: { access: { kind: 'open' } },
      schema: {
        tags: ['account'],
        summary: 'Sign up and log in',
        description:
          'Where the operator lets people sign up. The first account needs the setup token and is an administrator.',
        body: signUpBody,
        response: {
          201: sessionState,
          ...problemResponses(...writeProblems, 'signup_closed', 'email_taken'),
        },
      },
    },
    async (request, reply) => {
      await countAttempt(identity, request);
      const made = await signUp(identity, request.body);
      await beginSession(identity, made, request, reply);
      request.log.info({ accountId: made.id, isAdmin: made.is_admin }, 'Account created');
      return reply.code(201).send(await stateOf(identity, made));
    },
  );
}
