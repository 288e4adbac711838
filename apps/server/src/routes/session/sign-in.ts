import { sessionState, signInBody } from '@perimeter/contract/account/session';
import { z } from 'zod';
import { stateOf } from '../../accounts/read-account.ts';
import { logIn, logOut } from '../../accounts/sessions/log-in.ts';
import { clearedCookieField, forgetSite } from '../../credentials/session-token.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { findAccount } from '../../repositories/accounts/accounts.ts';
import { callerOf } from '../caller.ts';
import { problemResponses } from '../problem-responses.ts';

/** POST /api/session: logs in. */
export function signInRoute(http: Http, identity: Identity): void {
  http.post(
    '/api/session',
    {
      schema: {
        tags: ['session'],
        summary: 'Log in',
        description:
          'Answers second_factor_required for a right password without the second factor that the account needs: send both, with a code or the answer of a passkey to the challenge. Sets the cookie __Host-perimeter to a new session and ends the previous session of the browser. On http://localhost the cookie is named perimeter, without Secure.',
        body: signInBody,
        response: {
          200: sessionState,
          ...problemResponses(
            'invalid_request',
            'invalid_json',
            'unauthorized',
            'login_failed',
            'second_factor_required',
            'second_factor_failed',
            'forbidden_origin',
            'body_too_large',
            'unsupported_media_type',
            'rate_limited',
          ),
        },
      },
    },
    async (request, reply) => {
      const account = await logIn(identity, callerOf(identity, request, reply), request.body);
      return reply.code(200).send(await stateOf(identity, account));
    },
  );
}

/** GET /api/session */
export function readSessionRoute(http: Http, identity: Identity): void {
  http.get(
    '/api/session',
    {
      schema: {
        tags: ['session'],
        summary: 'Read the current session',
        response: { 200: sessionState, ...problemResponses('unauthorized', 'insufficient_scope', 'rate_limited') },
      },
    },
    async ({ principal }) =>
      stateOf(
        identity,
        principal.kind === 'account'
          ? await findAccount(identity.db, principal.personId ?? principal.accountId)
          : undefined,
      ),
  );
}

/** DELETE /api/session: logs out; succeeds without a session too. */
export function signOutRoute(http: Http, identity: Identity): void {
  http.delete(
    '/api/session',
    {
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
      const caller = callerOf(identity, request, reply);
      await logOut(identity, caller);
      return reply
        .code(204)
        .headers({ 'set-cookie': clearedCookieField(caller.cookies), 'clear-site-data': forgetSite })
        .send(null);
    },
  );
}
