import { beginSecondFactorBody } from '@perimeter/contract/account/second-factor';
import { addedPasskey, addPasskeyBody, passkeyCreation } from '@perimeter/contract/passkey';
import { addPasskey, beginPasskey } from '../../accounts/factors/own-passkeys.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { toPasskey } from '../../shown/passkey.ts';
import { callerOf } from '../caller.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';

/** POST /api/account/passkeys/options */
export function beginPasskeyRoute(http: Http, identity: Identity): void {
  http.post(
    '/api/account/passkeys/options',
    {
      schema: {
        tags: ['account'],
        summary: 'Begin to add a passkey',
        description:
          'Asks for the second factor, where the account has one. The challenge is valid once, for five minutes, in this session.',
        body: beginSecondFactorBody,
        response: {
          201: passkeyCreation,
          ...problemResponses(
            ...writeProblems,
            'login_failed',
            'second_factor_required',
            'second_factor_failed',
            'insufficient_scope',
            'email_unconfirmed',
            'passkeys_unavailable',
          ),
        },
      },
    },
    async (request, reply) => {
      const options = await beginPasskey(identity, callerOf(identity, request, reply), request.body);
      return reply.code(201).send({ ...options });
    },
  );
}

/** POST /api/account/passkeys */
export function addPasskeyRoute(http: Http, identity: Identity): void {
  http.post(
    '/api/account/passkeys',
    {
      schema: {
        tags: ['account'],
        summary: 'Add a passkey',
        description:
          'Takes what navigator.credentials.create() answered. Ends all other sessions. With the first second factor of the account, the response is the only place where the recovery codes appear.',
        body: addPasskeyBody,
        response: {
          201: addedPasskey,
          ...problemResponses(
            ...writeProblems,
            'insufficient_scope',
            'passkeys_unavailable',
            'passkey_rejected',
            'passkey_exists',
            'too_many_passkeys',
          ),
        },
      },
    },
    async (request, reply) => {
      const { kept, codes } = await addPasskey(identity, callerOf(identity, request, reply), request.body);
      return reply.code(201).send({ passkey: toPasskey(kept), recoveryCodes: codes });
    },
  );
}
