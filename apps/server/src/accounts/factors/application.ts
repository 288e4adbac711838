import { newSecret } from '../../credentials/second-factor/totp.ts';
import { AppError } from '../../http/errors.ts';
import type { Identity } from '../../identity/identity.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  findSecondFactor,
  removeSecondFactor,
} from '../../repositories/accounts/second-factors.ts';
import { personOf, requireConfirmed } from '../caller.ts';
import { note } from '../note.ts';
import { proveCode } from '../proof/check-factor.ts';
import { requireAccount } from '../proof/holder.ts';
import { confirmWithFactor, provenAccount, renewCodes } from '../proof/proven.ts';
import { afterAdding, tellOfFactor } from './after-change.ts';

type Caller = Parameters<typeof provenAccount>[1];
type Proof = Parameters<typeof provenAccount>[2];

/** Makes the secret of an authenticator application, which counts once a code of it was confirmed. Throws second_factor_enabled. */
export async function beginApplication(
  identity: Identity,
  caller: Caller,
  shown: Proof,
): Promise<Pick<ReturnType<typeof newSecret>, 'text' | 'uri' | 'qr'>> {
  requireConfirmed(caller.principal);
  const present = await findSecondFactor(identity.db, personOf(caller.principal));
  if ((present?.confirmed_at ?? null) !== null) throw new AppError('second_factor_enabled');
  const { account } = await confirmWithFactor(identity, caller, shown);
  const { text, uri, qr, encrypted } = newSecret(account, identity.secret);
  if (!(await beginSecondFactor(identity.db, account.id, encrypted))) throw new AppError('second_factor_enabled');
  return { text, uri, qr };
}

/** Has log-ins ask for codes of the application; the recovery codes. Throws second_factor_missing, second_factor_enabled or second_factor_failed. */
export async function confirmApplication(identity: Identity, caller: Caller, code: string): Promise<string[]> {
  const { db, nowMs } = identity;
  const account = await requireAccount(identity, caller.principal);
  const factor = await findSecondFactor(db, account.id);
  if (factor === undefined) throw new AppError('second_factor_missing');
  if (factor.confirmed_at !== null) throw new AppError('second_factor_enabled');
  await proveCode(identity, { accountId: account.id, factor }, code, caller, false);
  // The codes first: nobody is left with a factor and without them.
  const codes = await renewCodes(identity, account.id);
  if (!(await confirmSecondFactor(db, account.id, new Date(nowMs())))) throw new AppError('second_factor_enabled');
  await afterAdding(identity, caller, account);
  caller.log.info({ accountId: account.id }, 'Second factor enabled');
  await note(identity, caller, account.id, ['application_added']);
  return codes;
}

/** Removes the application of who shows a second factor. Throws second_factor_missing, or as the proof does. */
export async function removeApplication(identity: Identity, caller: Caller, shown: Proof): Promise<void> {
  const account = await provenAccount(identity, caller, shown);
  if (!(await removeSecondFactor(identity.db, account.id))) throw new AppError('second_factor_missing');
  tellOfFactor(identity, caller, account);
  caller.log.info({ accountId: account.id }, 'Second factor removed');
  await note(identity, caller, account.id, ['application_removed']);
}

/** Replaces the recovery codes of who shows a second factor. Throws as the proof does. */
export async function replaceCodes(identity: Identity, caller: Caller, shown: Proof): Promise<string[]> {
  const { id } = await provenAccount(identity, caller, shown);
  await note(identity, caller, id, ['recovery_codes_renewed']);
  return renewCodes(identity, id);
}
