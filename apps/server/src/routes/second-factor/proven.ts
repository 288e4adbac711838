import type { provenSecondFactorBody } from '@perimeter/contract/account/second-factor';
import type { z } from 'zod';
import { AppError } from '../../http/errors.ts';
import type { HttpRequest } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import type { AccountRow } from '../../repositories/accounts/accounts.ts';
import { findSecondFactor, setRecoveryCodes } from '../../repositories/accounts/second-factors.ts';
import { confirmAccount } from '../account/holder.ts';
import { proveFactor } from '../session/check-code.ts';
import { hashRecoveryCode, newRecoveryCodes } from '../../credentials/second-factor/recovery-codes.ts';

/** The account of a request whose maker shows its password and a code. */
export async function provenAccount(
  identity: Identity,
  request: HttpRequest,
  { currentPassword, code }: z.infer<typeof provenSecondFactorBody>,
): Promise<AccountRow> {
  const account = await confirmAccount(identity, request, currentPassword);
  const factor = await findSecondFactor(identity.db, account.id);
  if (factor === undefined || factor.confirmed_at === null) throw new AppError('second_factor_missing');
  await proveFactor(identity, factor, code);
  return account;
}

/** Makes codes for an account in place of those before; what is stored of them are hashes. */
export async function renewCodes({ db }: Identity, accountId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await setRecoveryCodes(db, accountId, codes.map(hashRecoveryCode));
  return codes;
}
