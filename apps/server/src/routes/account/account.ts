import { accountDetails, type AccountDetails } from '@perimeter/contract/account/account';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { type AccountRow, isPrivateByDefault } from '../../repositories/accounts/accounts.ts';
import { findPendingEmail } from '../../repositories/accounts/email-changes.ts';
import { problemResponses } from '../problem-responses.ts';
import { accountOf, toAccount } from '../session/browser.ts';
import { requireAccount } from './holder.ts';

/** An account as its holder sees it, with the current team's settings and an address that waits for confirmation. */
export const detailsOf = async (
  { db, nowMs }: Identity,
  row: AccountRow,
  { accountId: teamId }: { accountId: string },
): Promise<AccountDetails> => ({
  ...toAccount(row),
  privateByDefault: await isPrivateByDefault(db, teamId),
  pendingEmail: await findPendingEmail(db, row.id, new Date(nowMs())),
});

/** GET /api/account */
export function readAccountRoute(http: Http, identity: Identity): void {
  http.get(
    '/api/account',
    {
      schema: {
        tags: ['account'],
        summary: 'Read the account',
        response: { 200: accountDetails, ...problemResponses('unauthorized', 'insufficient_scope', 'rate_limited') },
      },
    },
    async ({ principal }) => detailsOf(identity, await requireAccount(identity, principal), accountOf(principal)),
  );
}
