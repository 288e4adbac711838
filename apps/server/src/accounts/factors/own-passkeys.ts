import { creationOptions, verifyCreated } from '../../credentials/second-factor/passkeys.ts';
import { AppError } from '../../http/errors.ts';
import type { Identity } from '../../identity/identity.ts';
import { insertPasskey, listPasskeys, mostPasskeys } from '../../repositories/accounts/passkeys.ts';
import { countRecoveryCodes, removePasskey } from '../../repositories/accounts/second-factors.ts';
import { requireConfirmed } from '../caller.ts';
import { note } from '../note.ts';
import { challengeTaker, makeChallenge, requireRelyingParty } from '../proof/challenge.ts';
import { requireAccount } from '../proof/holder.ts';
import { confirmWithFactor, provenAccount, renewCodes } from '../proof/proven.ts';
import { afterAdding, tellOfFactor } from './after-change.ts';

type Caller = Parameters<typeof provenAccount>[1];
type Proof = Parameters<typeof provenAccount>[2];

/** What a browser needs to make a passkey for who shows password and second factor. Throws passkeys_unavailable, or as the proof does. */
export async function beginPasskey(
  identity: Identity,
  caller: Caller,
  shown: Proof,
): Promise<Awaited<ReturnType<typeof creationOptions>>> {
  requireConfirmed(caller.principal);
  const rp = requireRelyingParty(caller);
  const { account } = await confirmWithFactor(identity, caller, shown);
  const challenge = await makeChallenge(identity, { purpose: 'create', accountId: account.id }, caller);
  return creationOptions(rp, account, await listPasskeys(identity.db, account.id), challenge);
}

/**
 * Adds the passkey that a browser made; the recovery codes with the first second factor of the account, else null. Throws
 * passkeys_unavailable, passkey_rejected, too_many_passkeys or passkey_exists.
 */
export async function addPasskey(
  identity: Identity,
  caller: Caller,
  { name, answer }: { name: string; answer: Parameters<typeof verifyCreated>[1] },
): Promise<{ kept: Exclude<Awaited<ReturnType<typeof insertPasskey>>, string>; codes: string[] | null }> {
  const { db } = identity;
  const account = await requireAccount(identity, caller.principal);
  const rp = requireRelyingParty(caller);
  const take = challengeTaker(identity, { purpose: 'create', accountId: account.id }, caller);
  const made = await verifyCreated(rp, answer, take);
  if (made === null) throw new AppError('passkey_rejected');
  const kept = await insertPasskey(db, { ...made, id: crypto.randomUUID(), account_id: account.id, name });
  if (kept === 'full') throw new AppError('too_many_passkeys', { detail: `An account has at most ${mostPasskeys}` });
  if (kept === 'taken') throw new AppError('passkey_exists');
  const codes = (await countRecoveryCodes(db, account.id)) === 0 ? await renewCodes(identity, account.id) : null;
  await afterAdding(identity, caller, account);
  caller.log.info({ accountId: account.id, passkeyId: kept.id }, 'Passkey added');
  await note(identity, caller, account.id, ['passkey_added', name]);
  return { kept, codes };
}

/** Removes a passkey of who shows a second factor. Throws passkey_not_found, or as the proof does. */
export async function dropPasskey(
  identity: Identity,
  caller: Caller,
  { id, ...shown }: Proof & { id: string },
): Promise<void> {
  const account = await provenAccount(identity, caller, shown);
  if (!(await removePasskey(identity.db, account.id, id))) throw new AppError('passkey_not_found');
  tellOfFactor(identity, caller, account);
  await note(identity, caller, account.id, ['passkey_removed']);
  caller.log.info({ accountId: account.id, passkeyId: id }, 'Passkey removed');
}
