import { apiKeyList, createKeyBody, newApiKey, rotateKeyBody } from '@perimeter/contract/account/key';
import { z } from 'zod';
import { accountOf } from '../../accounts/caller.ts';
import { endTeamKey, makeTeamKey, replaceTeamKey } from '../../accounts/keys.ts';
import { allowanceOf } from '../../credentials/principal.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { withLine } from '../../plugins/access/deeds.ts';
import { listKeys } from '../../repositories/accounts/api-keys.ts';
import type { Metering } from '../../settings/metering.ts';
import { toKey } from '../../shown/key.ts';
import { callerOf } from '../caller.ts';
import { problemResponses } from '../problem-responses.ts';

const keyParams = z.object({ id: z.string().describe('Key id: key_ and a UUID, as in the list of keys') });

const writeProblems = [
  'invalid_request',
  'invalid_json',
  'unauthorized',
  'second_factor_required',
  'second_factor_failed',
  'insufficient_scope',
  'forbidden_origin',
  'body_too_large',
  'unsupported_media_type',
  'rate_limited',
] as const;

/** GET /api/keys */
function listRoute(http: Http, { db, nowMs }: Identity, metering: Metering): void {
  http.get(
    '/api/keys',
    {
      schema: {
        tags: ['key'],
        summary: 'List the API keys of the account',
        response: { 200: apiKeyList, ...problemResponses('unauthorized', 'insufficient_scope', 'rate_limited') },
      },
    },
    async ({ principal }) => {
      const account = accountOf(principal);
      const rows = await listKeys(db, account.accountId);
      const { credits: limit, keysOnly } = allowanceOf({ ...account, via: 'key' }, metering);
      return { keys: rows.map((row) => toKey(row, nowMs())), credits: { limit, isSharedWithBrowser: !keysOnly } };
    },
  );
}

/** POST /api/keys */
function createRoute(http: Http, identity: Identity): void {
  http.post(
    '/api/keys',
    {
      schema: {
        tags: ['key'],
        summary: 'Create an API key',
        description:
          'The response is the only place where the key appears. Requires a session: keys cannot create keys. Asks for the second factor, where the account has one.',
        body: createKeyBody,
        response: { 201: newApiKey, ...problemResponses(...writeProblems, 'too_many_keys', 'email_unconfirmed') },
      },
    },
    async (request, reply) => {
      const caller = callerOf(identity, request, reply);
      const made = await makeTeamKey(identity, caller, request.body, async (work) =>
        withLine(identity.db, request, work),
      );
      return reply.code(201).send(made);
    },
  );
}

/** POST /api/keys/{id}/rotate */
function rotateRoute(http: Http, identity: Identity): void {
  http.post(
    '/api/keys/:id/rotate',
    {
      schema: {
        tags: ['key'],
        summary: 'Rotate an API key',
        description:
          'The new key has the name and scopes of the old key, which stays valid until its grace period ends. Asks for the second factor, where the account has one.',
        params: keyParams,
        body: rotateKeyBody,
        response: { 201: newApiKey, ...problemResponses(...writeProblems, 'key_not_found') },
      },
    },
    async (request, reply) => {
      const asked = { ...request.body, id: request.params.id };
      const caller = callerOf(identity, request, reply);
      const made = await replaceTeamKey(identity, caller, asked, async (work) => withLine(identity.db, request, work));
      return reply.code(201).send(made);
    },
  );
}

/** DELETE /api/keys/{id} */
function revokeRoute(http: Http, identity: Identity): void {
  http.delete(
    '/api/keys/:id',
    {
      schema: {
        tags: ['key'],
        summary: 'Revoke an API key',
        params: keyParams,
        response: {
          204: z.null().describe('Key revoked'),
          ...problemResponses(
            'unauthorized',
            'insufficient_scope',
            'forbidden_origin',
            'key_not_found',
            'rate_limited',
          ),
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(identity, request, reply);
      await endTeamKey(identity, caller, request.params.id, async (work) => withLine(identity.db, request, work));
      return reply.code(204).send(null);
    },
  );
}

/** Adds the routes that list, create, rotate and revoke API keys. */
export function addKeyRoutes(http: Http, { identity, metering }: { identity: Identity; metering: Metering }): void {
  listRoute(http, identity, metering);
  createRoute(http, identity);
  rotateRoute(http, identity);
  revokeRoute(http, identity);
}
