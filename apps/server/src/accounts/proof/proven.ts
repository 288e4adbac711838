import type { provenSecondFactorBody } from '@perimeter/contract/account/second-factor';
import type { z } from 'zod';
import { hashRecoveryCode, newRecoveryCodes } from '../../credentials/second-factor/recovery-codes.ts';
import { AppError } from '../../http/errors.ts';
import type { Identity } from '../../identity/identity.ts';
import type { AccountRow } from '../../repositories/accounts/accounts.ts';
import { setRecoveryCodes } from '../../repositories/accounts/second-factors.ts';
import { confirmAccount } from './holder.ts';
import type { Caller } from '../caller.ts';
import { checkFactor } from './check-factor.ts';

type Shown = z.infer<typeof provenSecondFactorBody>;

/** The account of a request after verifying its password and, if it has one, its second factor. */
export async function confirmWithFactor(
  identity: Identity,
  caller: Caller,
  { currentPassword, ...shown }: Shown,
): Promise<{ account: AccountRow; hadFactor: boolean }> {
  const account = await confirmAccount(identity, caller, currentPassword);
  return { account, hadFactor: await checkFactor(identity, account.id, shown, caller) };
}

/** The same where there has to be one. Throws second_factor_missing. */
export async function provenAccount(identity: Identity, caller: Caller, shown: Shown): Promise<AccountRow> {
  const { account, hadFactor } = await confirmWithFactor(identity, caller, shown);
  if (!hadFactor) throw new AppError('second_factor_missing');
  return account;
}

/** Makes new recovery codes for an account, replacing earlier ones; only hashes are stored. */
export async function renewCodes({ db }: Identity, accountId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await setRecoveryCodes(db, accountId, codes.map(hashRecoveryCode));
  return codes;
}
