import {
  apiKeyList,
  createKeyBody,
  newApiKey,
  rotateKeyBody,
  type Grace,
  type NewApiKey,
} from '@perimeter/contract/account/key';
import { z } from 'zod';
import { issueKey } from '../../credentials/api-key.ts';
import { allowanceOf } from '../../credentials/principal.ts';
import { AppError } from '../../http/errors.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { fromKeyId, toKeyId } from '../../credentials/key-id.ts';
import { toKey } from './key.ts';
import { insertKey, listKeys, mostKeys, revokeKey, rotateKey } from '../../repositories/accounts/api-keys.ts';
import { withLine } from '../../plugins/access/deeds.ts';
import type { Metering } from '../../settings/metering.ts';
import { note } from '../session/note.ts';
import { problemResponses } from '../problem-responses.ts';
import { accountOf, personOf, requireConfirmed } from '../session/browser.ts';
import { checkFactor } from '../session/check-factor.ts';

const hourMs = 60 * 60 * 1_000;
const graceMs: Record<Grace, number> = { '0': 0, '1h': hourMs, '24h': 24 * hourMs, '7d': 7 * 24 * hourMs };

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

function storedId(id: string): string {
  const stored = fromKeyId(id);
  if (stored === null) throw new AppError('key_not_found');
  return stored;
}

function futureDate(expiresAt: number | undefined, nowMs: number): Date | null {
  if (expiresAt === undefined) return null;
  const date = new Date(expiresAt);
  if (expiresAt > nowMs && !Number.isNaN(date.getTime()) && date.getUTCFullYear() < 10_000) return date;
  throw new AppError('invalid_request', { errors: [{ pointer: '/expiresAt', message: 'Must be in the future' }] });
}

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
  const { db, secret, nowMs } = identity;
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
      requireConfirmed(request.principal);
      const { name, scopes, expiresAt } = request.body;
      const { accountId } = accountOf(request.principal);
      await checkFactor(identity, personOf(request.principal), request.body, { request, reply });
      const now = nowMs();
      const { key, stored } = issueKey(secret);
      const life = { expiresAt: futureDate(expiresAt, now), now: new Date(now) };
      const row = await withLine(db, request, async (trx) => {
        const made = await insertKey(trx, { ...stored, accountId, name, scopes: [...new Set(scopes)], ...life });
        if (made !== undefined) return made;
        throw new AppError('too_many_keys', { detail: `An account has at most ${mostKeys}` });
      });
      request.log.info({ accountId, keyId: toKeyId(row.id) }, 'API key created');
      await note(identity, request, personOf(request.principal), ['key_created', name]);
      const answer: NewApiKey = { key, apiKey: toKey(row, now) };
      return reply.code(201).send(answer);
    },
  );
}

/** POST /api/keys/{id}/rotate */
function rotateRoute(http: Http, identity: Identity): void {
  const { db, secret, nowMs, authenticator } = identity;
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
      const { accountId } = accountOf(request.principal);
      await checkFactor(identity, personOf(request.principal), request.body, { request, reply });
      const now = nowMs();
      const { key, stored } = issueKey(secret);
      const oldId = storedId(request.params.id);
      const grace = graceMs[request.body.grace];
      const row = await withLine(db, request, async (trx) => {
        const made = await rotateKey(trx, { accountId, oldId, fresh: stored, graceMs: grace, now: new Date(now) });
        if (made === undefined) throw new AppError('key_not_found');
        return made;
      });
      authenticator.forget(accountId);
      request.log.info({ accountId, keyId: toKeyId(oldId), newKeyId: toKeyId(row.id) }, 'API key rotated');
      await note(identity, request, personOf(request.principal), ['key_rotated', row.name]);
      const answer: NewApiKey = { key, apiKey: toKey(row, now) };
      return reply.code(201).send(answer);
    },
  );
}

/** DELETE /api/keys/{id} */
function revokeRoute(http: Http, identity: Identity): void {
  const { db, nowMs, authenticator } = identity;
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
      const { accountId } = accountOf(request.principal);
      const id = storedId(request.params.id);
      await withLine(db, request, async (trx) => {
        if (!(await revokeKey(trx, accountId, id, new Date(nowMs())))) throw new AppError('key_not_found');
      });
      authenticator.forget(accountId);
      request.log.info({ accountId, keyId: toKeyId(id) }, 'API key revoked');
      await note(identity, request, personOf(request.principal), ['key_revoked', request.params.id]);
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
