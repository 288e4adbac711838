import { provenSecondFactorBody, recoveryCodes, secondFactor } from '@perimeter/contract/account/second-factor';
import { z } from 'zod';
import { accountOf, personOf } from '../../accounts/caller.ts';
import { removeApplication, replaceCodes } from '../../accounts/factors/application.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { listPasskeys } from '../../repositories/accounts/passkeys.ts';
import { countRecoveryCodes, findSecondFactor } from '../../repositories/accounts/second-factors.ts';
import { callerOf } from '../caller.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { beginRoute, confirmRoute } from './enrol.ts';

const path = '/api/account/second-factor';
const provenProblems = [
  ...writeProblems,
  'login_failed',
  'insufficient_scope',
  'second_factor_required',
  'second_factor_failed',
  'second_factor_missing',
] as const;

function readRoute(http: Http, { db, adminsNeedFactor }: Identity): void {
  http.get(
    path,
    {
      schema: {
        tags: ['account'],
        summary: 'Read which second factors the account has',
        response: { 200: secondFactor, ...problemResponses('unauthorized', 'insufficient_scope', 'rate_limited') },
      },
    },
    async ({ principal }) => {
      const [accountId, { isAdmin }] = [personOf(principal), accountOf(principal)];
      const factor = await findSecondFactor(db, accountId);
      return {
        enabledAt: factor?.confirmed_at?.getTime() ?? null,
        passkeys: (await listPasskeys(db, accountId)).length,
        isRequired: isAdmin && adminsNeedFactor,
        recoveryCodesLeft: await countRecoveryCodes(db, accountId),
      };
    },
  );
}

function removeRoute(http: Http, identity: Identity): void {
  http.delete(
    path,
    {
      schema: {
        tags: ['account'],
        summary: 'Remove the authenticator application',
        body: provenSecondFactorBody,
        response: {
          204: z.null().describe('Authenticator application removed'),
          ...problemResponses(...provenProblems),
        },
      },
    },
    async (request, reply) => {
      await removeApplication(identity, callerOf(identity, request, reply), request.body);
      return reply.code(204).send(null);
    },
  );
}

function renewCodesRoute(http: Http, identity: Identity): void {
  http.post(
    `${path}/recovery-codes`,
    {
      schema: {
        tags: ['account'],
        summary: 'Replace the recovery codes',
        body: provenSecondFactorBody,
        response: { 200: recoveryCodes, ...problemResponses(...provenProblems) },
      },
    },
    async (request, reply) => {
      const codes = await replaceCodes(identity, callerOf(identity, request, reply), request.body);
      return reply.header('cache-control', 'no-store').send({ recoveryCodes: codes });
    },
  );
}

/** Adds the routes that set up, read and remove an account's second factor. */
export function addSecondFactorRoutes(http: Http, identity: Identity): void {
  beginRoute(http, identity);
  confirmRoute(http, identity);
  readRoute(http, identity);
  removeRoute(http, identity);
  renewCodesRoute(http, identity);
}
