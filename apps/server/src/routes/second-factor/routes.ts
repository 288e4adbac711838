import { provenSecondFactorBody, recoveryCodes, secondFactor } from '@perimeter/contract/account/second-factor';
import { z } from 'zod';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { changedMessage } from '../../mail/messages.ts';
import {
  countRecoveryCodes,
  findSecondFactor,
  removeSecondFactor,
} from '../../repositories/accounts/second-factors.ts';
import { sendSoon } from '../account/send-soon.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { accountOf } from '../session/browser.ts';
import { beginRoute, confirmRoute } from './enrol.ts';
import { provenAccount, renewCodes } from './proven.ts';

const path = '/api/account/second-factor';
const bySession = { access: { kind: 'session' } } as const;
const provenProblems = [
  ...writeProblems,
  'login_failed',
  'insufficient_scope',
  'second_factor_failed',
  'second_factor_missing',
] as const;

function readRoute(http: Http, { db }: Identity): void {
  http.get(
    path,
    {
      config: bySession,
      schema: {
        tags: ['account'],
        summary: 'Read whether the account has a second factor',
        response: { 200: secondFactor, ...problemResponses('unauthorized', 'insufficient_scope', 'rate_limited') },
      },
    },
    async ({ principal }) => {
      const { accountId } = accountOf(principal);
      const factor = await findSecondFactor(db, accountId);
      return {
        enabledAt: factor?.confirmed_at?.getTime() ?? null,
        recoveryCodesLeft: await countRecoveryCodes(db, accountId),
      };
    },
  );
}

function removeRoute(http: Http, identity: Identity): void {
  http.delete(
    path,
    {
      config: bySession,
      schema: {
        tags: ['account'],
        summary: 'Remove the second factor',
        body: provenSecondFactorBody,
        response: { 204: z.null().describe('Second factor removed'), ...problemResponses(...provenProblems) },
      },
    },
    async (request, reply) => {
      const { id, email } = await provenAccount(identity, request, request.body);
      await removeSecondFactor(identity.db, id);
      sendSoon(identity, request.log, changedMessage(email, 'second factor'));
      request.log.info({ accountId: id }, 'Second factor removed');
      return reply.code(204).send(null);
    },
  );
}

function renewCodesRoute(http: Http, identity: Identity): void {
  http.post(
    `${path}/recovery-codes`,
    {
      config: bySession,
      schema: {
        tags: ['account'],
        summary: 'Replace the recovery codes',
        body: provenSecondFactorBody,
        response: { 200: recoveryCodes, ...problemResponses(...provenProblems) },
      },
    },
    async (request, reply) => {
      const { id } = await provenAccount(identity, request, request.body);
      return reply.header('cache-control', 'no-store').send({ recoveryCodes: await renewCodes(identity, id) });
    },
  );
}

/** The second factor of an account: set up, read, removed. */
export function addSecondFactorRoutes(http: Http, identity: Identity): void {
  beginRoute(http, identity);
  confirmRoute(http, identity);
  readRoute(http, identity);
  removeRoute(http, identity);
  renewCodesRoute(http, identity);
}
