import { passkey, passkeyList, renamePasskeyBody } from '@perimeter/contract/passkey';
import { provenSecondFactorBody } from '@perimeter/contract/account/second-factor';
import { z } from 'zod';
import { AppError } from '../../http/errors.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { listPasskeys, renamePasskey } from '../../repositories/accounts/passkeys.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { dropPasskey } from '../../accounts/factors/own-passkeys.ts';
import { callerOf } from '../caller.ts';
import { personOf } from '../../accounts/caller.ts';
import { addPasskeyRoute, beginPasskeyRoute } from './add.ts';
import { beginPasskeySignInRoute, passkeySignInRoute } from './log-in.ts';
import { toPasskey } from '../../shown/passkey.ts';

const params = z.object({ id: z.uuid().describe('Id of the passkey, as in the list') });

function listRoute(http: Http, { db }: Identity): void {
  http.get(
    '/api/account/passkeys',
    {
      schema: {
        tags: ['account'],
        summary: 'List the passkeys of the account',
        response: { 200: passkeyList, ...problemResponses('unauthorized', 'insufficient_scope', 'rate_limited') },
      },
    },
    async ({ principal }) => ({
      passkeys: (await listPasskeys(db, personOf(principal))).map(toPasskey),
    }),
  );
}

function renameRoute(http: Http, { db }: Identity): void {
  http.patch(
    '/api/account/passkeys/:id',
    {
      schema: {
        tags: ['account'],
        summary: 'Name a passkey',
        params,
        body: renamePasskeyBody,
        response: { 200: passkey, ...problemResponses(...writeProblems, 'insufficient_scope', 'passkey_not_found') },
      },
    },
    async ({ principal, params: { id }, body: { name } }) => {
      const named = await renamePasskey(db, { accountId: personOf(principal), id, name });
      if (named === undefined) throw new AppError('passkey_not_found');
      return toPasskey(named);
    },
  );
}

function removeRoute(http: Http, identity: Identity): void {
  http.delete(
    '/api/account/passkeys/:id',
    {
      schema: {
        tags: ['account'],
        summary: 'Remove a passkey',
        description: 'Asks for a second factor of the account: this passkey, another one, or a code.',
        params,
        body: provenSecondFactorBody,
        response: {
          204: z.null().describe('Passkey removed'),
          ...problemResponses(
            ...writeProblems,
            'login_failed',
            'second_factor_required',
            'second_factor_failed',
            'second_factor_missing',
            'insufficient_scope',
            'passkey_not_found',
          ),
        },
      },
    },
    async (request, reply) => {
      const asked = { ...request.body, id: request.params.id };
      await dropPasskey(identity, callerOf(identity, request, reply), asked);
      return reply.code(204).send(null);
    },
  );
}

/** Adds the routes for an account's passkeys, and logging in with one. */
export function addPasskeyRoutes(http: Http, identity: Identity): void {
  beginPasskeyRoute(http, identity);
  addPasskeyRoute(http, identity);
  listRoute(http, identity);
  renameRoute(http, identity);
  removeRoute(http, identity);
  beginPasskeySignInRoute(http, identity);
  passkeySignInRoute(http, identity);
}
