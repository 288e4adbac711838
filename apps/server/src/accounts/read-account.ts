import type { AccountDetails } from '@perimeter/contract/account/account';
import type { SessionState } from '@perimeter/contract/account/session';
import type { Identity } from '../identity/identity.ts';
import { type AccountRow, hasNoAccount, isPrivateByDefault } from '../repositories/accounts/accounts.ts';
import { findPendingEmail } from '../repositories/accounts/email-changes.ts';
import { toAccount } from '../shown/account.ts';

/** An account as its holder sees it, with the settings of the team it acts for and the address that waits for its confirmation. */
export const detailsOf = async (
  { db, nowMs }: Identity,
  row: AccountRow,
  { accountId: teamId }: { accountId: string },
): Promise<AccountDetails> => ({
  ...toAccount(row),
  privateByDefault: await isPrivateByDefault(db, teamId),
  pendingEmail: await findPendingEmail(db, row.id, new Date(nowMs())),
});

/** Who is signed in, and what somebody who is not may do. */
export async function stateOf({ db, signup }: Identity, account: AccountRow | undefined): Promise<SessionState> {
  if (account !== undefined) return { account: toAccount(account), signup };
  return { account: null, signup: (await hasNoAccount(db)) ? 'setup' : signup };
}
