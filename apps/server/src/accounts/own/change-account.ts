import type { changeAccountBody } from '@perimeter/contract/account/account';
import type { z } from 'zod';
import type { Identity } from '../../identity/identity.ts';
import type { AccountRow } from '../../repositories/accounts/accounts.ts';
import type { Caller } from '../caller.ts';
import { note } from '../note.ts';
import { confirmWithFactor } from '../proof/proven.ts';
import { changePassword } from './change-password.ts';
import { changeEmail } from './email-change.ts';

/** Changes password, e-mail address or both for who shows password and second factor. Throws as these do. */
export async function changeAccount(
  identity: Identity,
  caller: Caller,
  { email, newPassword, ...shown }: z.infer<typeof changeAccountBody>,
): Promise<AccountRow> {
  const { account } = await confirmWithFactor(identity, caller, shown);
  if (newPassword !== undefined) await changePassword(identity, account, newPassword, caller);
  if (email !== undefined) {
    await changeEmail(identity, account, email, caller.log);
    await note(identity, caller, account.id, ['email_change_requested', email]);
  }
  return account;
}
