import { deleteAccountBody } from '@perimeter/contract/account/account';
import { z } from 'zod';
import { clearedCookieField, forgetSite } from '../../credentials/session-token.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { checkFactor } from '../session/check-factor.ts';
import { type ErasureParts, eraseAccount } from '../../jobs/erase-account.ts';
import { confirmAccount } from './holder.ts';

/** Reports are removed by the hundred, thousands a second. */
const answerWithinMs = 10 * 60_000;

/** DELETE /api/account */
export function deleteAccountRoute(http: Http, identity: Identity, parts: ErasureParts): void {
  http.delete(
    '/api/account',
    {
      config: { access: { kind: 'session' }, answerWithinMs },
      schema: {
        tags: ['account'],
        summary: 'Delete the account with its audits',
        description:
          'Cancels running audits and removes reports, evidence, signed documents, keys, sessions and batches. What stays names nobody: the register of signed documents (hashes), the ledger of credits and statements of authority under the id of the account, and that an audit of a domain took place.',
        body: deleteAccountBody,
        response: {
          204: z.null().describe('Account deleted'),
          ...problemResponses(
            ...writeProblems,
            'login_failed',
            'insufficient_scope',
            'second_factor_required',
            'second_factor_failed',
          ),
        },
      },
    },
    async (request, reply) => {
      const { id } = await confirmAccount(identity, request, request.body.currentPassword);
      await checkFactor(identity, id, request.body, { request, reply });
      await eraseAccount(parts, id);
      identity.authenticator.forget(id);
      request.log.info({ accountId: id }, 'Account deleted');
      return reply
        .code(204)
        .headers({ 'set-cookie': clearedCookieField(identity.cookiesOf(request)), 'clear-site-data': forgetSite })
        .send(null);
    },
  );
}
