import { sessionState, signInBody, type SessionState } from '@perimeter/contract/session';
import { z } from 'zod';
import { knownDevice } from '../../credentials/device.ts';
import { networkOf } from '../../credentials/network.ts';
import { verifyPassword } from '../../credentials/passwords/password.ts';
import { clearedCookieField, sessionTokenOf } from '../../credentials/session-token.ts';
import { AppError } from '../../http/errors.ts';
import type { Http, HttpRequest } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import {
  type AccountRow,
  findAccount,
  findAccountByEmail,
  hasNoAccount,
} from '../../repositories/accounts/accounts.ts';
import { addressOf } from '../../plugins/authentication.ts';
import { problemResponses } from '../problem-responses.ts';
import { beginSession, endBroughtSession, toAccount } from './browser.ts';

/**
 * The account of an address and its password. Throws login_failed for a wrong one and, after the same work, for an
 * address that nobody has; rate_limited for who guesses on.
 */
export async function checkPassword(
  { db, throttle, secrets }: Identity,
  { email, password }: { email: string; password: string },
  request: HttpRequest,
): Promise<AccountRow> {
  const device = knownDevice(request.headers.cookie, secrets, email);
  const guesser = { network: networkOf(addressOf(request)), device };
  await throttle.guess(guesser, email);
  const found = await findAccountByEmail(db, email);
  const isRight = await verifyPassword(password, found?.password_hash);
  if (!isRight || found === undefined) {
    throw new AppError('login_failed', { headers: { 'www-authenticate': 'Bearer' } });
  }
  await throttle.guessedRight(guesser, email);
  return found;
}

/** Who is signed in, and what somebody who is not may do. */
export async function stateOf({ db, signup }: Identity, account: AccountRow | undefined): Promise<SessionState> {
  if (account !== undefined) return { account: toAccount(account), signup };
  return { account: null, signup: (await hasNoAccount(db)) ? 'setup' : signup };
}

/** POST /api/session: signs in. */
export function signInRoute(http: Http, identity: Identity): void {
  http.post(
    '/api/session',
    {
      config: { access: { kind: 'open' } },
      schema: {
        tags: ['session'],
        summary: 'Log in',
        description: 'Sets the cookie __Host-perimeter to a new session and ends the previous session of the browser.',
        body: signInBody,
        response: {
          200: sessionState,
          ...problemResponses(
            'invalid_request',
            'invalid_json',
            'unauthorized',
            'login_failed',
            'forbidden_origin',
            'body_too_large',
            'unsupported_media_type',
            'rate_limited',
          ),
        },
      },
    },
    async (request, reply) => {
      const account = await checkPassword(identity, request.body, request);
      await beginSession(identity, account, request, reply);
      return reply.code(200).send(await stateOf(identity, account));
    },
  );
}

/** GET /api/session */
export function readSessionRoute(http: Http, identity: Identity): void {
  http.get(
    '/api/session',
    {
      config: { access: { kind: 'optional', scope: 'account:read' } },
      schema: {
        tags: ['session'],
        summary: 'Read the current session',
        response: { 200: sessionState, ...problemResponses('unauthorized', 'insufficient_scope', 'rate_limited') },
      },
    },
    async ({ principal }) =>
      stateOf(identity, principal.kind === 'account' ? await findAccount(identity.db, principal.accountId) : undefined),
  );
}

/** DELETE /api/session: signs out, also who was not signed in. */
export function signOutRoute(http: Http, identity: Identity): void {
  http.delete(
    '/api/session',
    {
      config: { access: { kind: 'open' } },
      schema: {
        tags: ['session'],
        summary: 'Log out',
        response: {
          204: z.null().describe('Logged out'),
          ...problemResponses('unauthorized', 'forbidden_origin', 'rate_limited'),
        },
      },
    },
    async (request, reply) => {
      await endBroughtSession(identity, sessionTokenOf(request.headers.cookie));
      return reply.code(204).header('set-cookie', clearedCookieField).send(null);
    },
  );
}
