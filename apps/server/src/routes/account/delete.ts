import { accountDeletion, deleteAccountBody } from '@perimeter/contract/account/account';
import { dayOfMs } from '@perimeter/contract/waiver/waiver';
import { clearedCookieField, forgetSite } from '../../credentials/session-token.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { checkFactor } from '../session/check-factor.ts';
import { AppError } from '../../http/errors.ts';
import { cancelAudits, type ErasureParts } from '../../jobs/erase-account.ts';
import { leavingMessage } from '../../mail/messages.ts';
import { leaveAccount } from '../../repositories/accounts/erasure.ts';
import { note } from '../session/note.ts';
import { sendSoon } from './send-soon.ts';
import { confirmAccount } from './holder.ts';

/** DELETE /api/account */
export function deleteAccountRoute(http: Http, identity: Identity, parts: ErasureParts): void {
  http.delete(
    '/api/account',
    {
      schema: {
        tags: ['account'],
        summary: 'Delete the account with its audits in a week',
        description:
          'Ends all sessions and cancels running audits at once; API keys, share links and batches stop. Until the time that is answered, somebody who logs in can read, export and keep the account. Then reports, evidence, signed documents, keys and batches are removed. What stays names nobody: the register of signed documents (hashes), the ledger of credits and statements of authority under the id of the account, and that an audit of a domain took place.',
        body: deleteAccountBody,
        response: {
          202: accountDeletion,
          ...problemResponses(
            ...writeProblems,
            'login_failed',
            'insufficient_scope',
            'second_factor_required',
            'second_factor_failed',
            'last_admin',
          ),
        },
      },
    },
    async (request, reply) => {
      const { id: asked, email } = await confirmAccount(identity, request, request.body.currentPassword);
      await checkFactor(identity, asked, request.body, { request, reply });
      const left = await leaveAccount(identity.db, asked);
      if (left === undefined) throw new AppError('unauthorized');
      if (left === 'last-admin') throw new AppError('last_admin');
      const { id, deletesAt } = left;
      identity.authenticator.forget(asked);
      await cancelAudits(parts, id);
      sendSoon(identity, request.log, leavingMessage(email, identity.linkOrigin(), dayOfMs(deletesAt.getTime())));
      request.log.info({ accountId: id }, 'Deletion of the account requested');
      await note(identity, request, id, ['deletion_requested']);
      return reply
        .code(202)
        .headers({ 'set-cookie': clearedCookieField(identity.cookiesOf(request)), 'clear-site-data': forgetSite })
        .send({ deletesAt: deletesAt.getTime() });
    },
  );
}
