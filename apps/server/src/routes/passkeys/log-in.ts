import { passkeyRequest, passkeySignInBody } from '@perimeter/contract/passkey';
import { sessionState } from '@perimeter/contract/account/session';
import { requestOptions } from '../../credentials/second-factor/passkeys.ts';
import { AppError } from '../../http/errors.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { findAccount } from '../../repositories/accounts/accounts.ts';
import { note } from '../session/note.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { beginSession } from '../session/browser.ts';
import { makeChallenge, requireRelyingParty } from '../session/challenge.ts';
import { provenPasskey } from '../session/check-factor.ts';
import { stateOf } from '../session/sign-in.ts';

/** A log-in with any account's passkey. */
const terms = { purpose: 'log in', accountId: null } as const;

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
      const rp = requireRelyingParty(identity, request);
      const challenge = await makeChallenge(identity, terms, { request, reply });
      return reply.code(201).send({ rpId: rp.id, ...(await requestOptions(rp, null, challenge)) });
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
      const passkey = await provenPasskey(identity, terms, request.body.passkey, request);
      const account = passkey === null ? undefined : await findAccount(identity.db, passkey.account_id);
      if (account === undefined || account.disabled_at !== null)
        throw new AppError('passkey_failed', { headers: { 'www-authenticate': 'Bearer' } });
      await beginSession(identity, account, request, reply);
      await note(identity, request, account.id, ['logged_in', 'passkey']);
      return reply.code(200).send(await stateOf(identity, account));
    },
  );
}
