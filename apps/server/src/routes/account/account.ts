import { accountDetails, type AccountDetails, deleteAccountBody } from '@perimeter/contract/account/account';
import { z } from 'zod';
import { clearedCookieField } from '../../credentials/session-token.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { type AccountRow, deleteAccount } from '../../repositories/accounts/accounts.ts';
import { findPendingEmail } from '../../repositories/accounts/email-changes.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { toAccount } from '../session/browser.ts';
import { confirmAccount, requireAccount } from './holder.ts';

/** An account as its holder sees it, with its settings and the address that waits for its confirmation. */
export const detailsOf = async ({ db, nowMs }: Identity, row: AccountRow): Promise<AccountDetails> => ({
  ...toAccount(row),
  privateByDefault: row.private_by_default,
  pendingEmail: await findPendingEmail(db, row.id, new Date(nowMs())),
});

/** GET /api/account */
export function readAccountRoute(http: Http, identity: Identity): void {
  http.get(
    '/api/account',
    {
      config: { access: { kind: 'required', scope: 'account:read' } },
      schema: {
        tags: ['account'],
        summary: 'Read the account',
        response: { 200: accountDetails, ...problemResponses('unauthorized', 'insufficient_scope', 'rate_limited') },
      },
    },
    async ({ principal }) => detailsOf(identity, await requireAccount(identity, principal)),
  );
}

/** DELETE /api/account */
export function deleteAccountRoute(http: Http, identity: Identity): void {
  http.delete(
    '/api/account',
    {
      config: { access: { kind: 'session' } },
      schema: {
        tags: ['account'],
        summary: 'Delete the account with its sessions and keys',
        body: deleteAccountBody,
        response: {
          204: z.null().describe('Account deleted'),
          ...problemResponses(...writeProblems, 'login_failed', 'insufficient_scope'),
        },
      },
    },
    async (request, reply) => {
      const { id } = await confirmAccount(identity, request, request.body.currentPassword);
      await deleteAccount(identity.db, id);
      identity.authenticator.forget(id);
      request.log.info({ accountId: id }, 'Account deleted');
      return reply
        .code(204)
        .header('set-cookie', clearedCookieField(identity.cookiesOf(request)))
        .send(null);
    },
  );
}
