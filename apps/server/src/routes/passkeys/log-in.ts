import { sessionState } from '@perimeter/contract/account/session';
import { passkeyRequest, passkeySignInBody } from '@perimeter/contract/passkey';
import { stateOf } from '../../accounts/read-account.ts';
import { beginPasskeyLogIn, logInByPasskey } from '../../accounts/sessions/log-in.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { callerOf } from '../caller.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';

/** POST /api/session/passkey/options */
export function beginPasskeySignInRoute(http: Http, identity: Identity): void {
  http.post(
    '/api/session/passkey/options',
    {
      schema: {
        tags: ['session'],
        summary: 'Begin to log in with a passkey',
        description:
          'The challenge is valid once, for five minutes, in the browser that has the cookie of this response.',
        response: {
          201: passkeyRequest,
          ...problemResponses('unauthorized', 'forbidden_origin', 'passkeys_unavailable', 'rate_limited'),
        },
      },
    },
    async (request, reply) => {
      return reply.code(201).send(await beginPasskeyLogIn(identity, callerOf(identity, request, reply)));
    },
  );
}

/** POST /api/session/passkey */
export function passkeySignInRoute(http: Http, identity: Identity): void {
  http.post(
    '/api/session/passkey',
    {
      schema: {
        tags: ['session'],
        summary: 'Log in with a passkey',
        description:
          'Takes what navigator.credentials.get() answered. The passkey has to verify its holder, by a PIN or a fingerprint, and stands for password and second factor. Sets the cookie of a session as logging in with a password does.',
        body: passkeySignInBody,
        response: { 200: sessionState, ...problemResponses(...writeProblems, 'passkey_failed') },
      },
    },
    async (request, reply) => {
      const account = await logInByPasskey(identity, callerOf(identity, request, reply), request.body.passkey);
      return reply.code(200).send(await stateOf(identity, account));
    },
  );
}
