import { dayOfMs } from '@perimeter/contract/waiver/waiver';
import { AppError } from '../../http/errors.ts';
import type { Identity } from '../../identity/identity.ts';
import { cancelAudits, type ErasureParts } from '../../jobs/erase-account.ts';
import { leavingMessage } from '../../mail/messages.ts';
import { keepAccount, leaveAccount } from '../../repositories/accounts/erasure.ts';
import { note } from '../note.ts';
import { requireAccount } from '../proof/holder.ts';
import { confirmWithFactor } from '../proof/proven.ts';
import { sendSoon } from '../send-soon.ts';

type Caller = Parameters<typeof confirmWithFactor>[1];

/** Ends an account for who shows password and second factor; when it is erased. Throws last_admin, or as the proof does. */
export async function requestDeletion(
  identity: Identity,
  parts: ErasureParts,
  caller: Caller,
  shown: Parameters<typeof confirmWithFactor>[2],
): Promise<Date> {
  const { id: asked, email } = (await confirmWithFactor(identity, caller, shown)).account;
  const left = await leaveAccount(identity.db, asked);
  if (left === undefined) throw new AppError('unauthorized');
  if (left === 'last-admin') throw new AppError('last_admin');
  const { id, deletesAt } = left;
  identity.authenticator.forget(asked);
  await cancelAudits(parts, id);
  sendSoon(identity, caller.log, leavingMessage(email, identity.linkOrigin(), dayOfMs(deletesAt.getTime())));
  caller.log.info({ accountId: id }, 'Deletion of the account requested');
  await note(identity, caller, id, ['deletion_requested']);
  return deletesAt;
}

/** Keeps an account that is to be deleted. Throws unauthorized where it is gone. */
export async function stayAfterAll(identity: Identity, caller: Caller): ReturnType<typeof requireAccount> {
  const account = await requireAccount(identity, caller.principal);
  if (account.leaves_at === null) return account;
  // Its time may have come in between.
  if (!(await keepAccount(identity.db, account.id))) throw new AppError('unauthorized');
  identity.authenticator.forget(account.id);
  caller.log.info({ accountId: account.id }, 'Account kept');
  await note(identity, caller, account.id, ['account_kept']);
  return { ...account, leaves_at: null };
}
