import { AppError } from '../http/errors.ts';
import type { Identity } from '../identity/identity.ts';
import {
  type AccountRow,
  findAccount,
  findAccountByEmail,
  setDisabled,
  setPlan,
} from '../repositories/accounts/accounts.ts';
import { type Caller, personOf } from './caller.ts';
import { note } from './note.ts';

/** Gives an account another plan, at once. Throws account_not_found. */
export async function givePlan(
  identity: Identity,
  caller: Caller,
  { email, plan }: { email: string; plan: Parameters<typeof setPlan>[2] },
): Promise<AccountRow> {
  const { db, authenticator } = identity;
  const found = (await setPlan(db, email, plan)) ? await findAccountByEmail(db, email) : undefined;
  if (found === undefined) throw new AppError('account_not_found');
  authenticator.forget(found.id);
  caller.log.info({ accountId: found.id, by: personOf(caller.principal), plan }, 'Plan set');
  await note(identity, caller, found.id, ['plan_changed', plan]);
  return found;
}

/** Disables an account, but for one's own, or enables it again. Throws invalid_request or account_not_found. */
export async function administer(
  identity: Identity,
  caller: Caller,
  act: 'disable' | 'enable',
  email: string,
): Promise<NonNullable<Awaited<ReturnType<typeof setDisabled>>>> {
  const { db, authenticator } = identity;
  const by = personOf(caller.principal);
  const own = await findAccount(db, by);
  if (act === 'disable' && own?.email === email)
    throw new AppError('invalid_request', { errors: [{ pointer: '/email', message: 'This is your own account' }] });
  const row = await setDisabled(db, email, act === 'disable');
  if (row === undefined) throw new AppError('account_not_found');
  authenticator.forget(row.id);
  caller.log.info({ accountId: row.id, by }, `Account ${act}d`);
  await note(identity, caller, row.id, [`account_${act}d`, 'by an administrator']);
  return row;
}
