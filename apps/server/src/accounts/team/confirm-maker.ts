import type { freshProof } from '@perimeter/contract/account/team';
import type { z } from 'zod';
import { AppError } from '../../http/errors.ts';
import type { Identity } from '../../identity/identity.ts';
import { sessionBegan } from '../../repositories/accounts/sessions.ts';
import { accountOf, type Caller } from '../caller.ts';
import { confirmWithFactor } from '../proof/proven.ts';

type Proof = z.infer<z.ZodObject<typeof freshProof>>;

/** Within this time after a log-in, changes of admins need no further proof. */
const freshMinutes = 10;

/**
 * Before an admin is added, changed or removed: requires a recent log-in, or password and second factor, so that an unlocked browser or a stolen
 * cookie does not suffice. Returns at once for keys, which never change admins (decision 0086). Throws login_failed, second_factor_required or second_factor_failed.
 */
export async function confirmMaker(
  identity: Identity,
  caller: Caller,
  { currentPassword, ...shown }: Proof,
): Promise<void> {
  const { via, credentialId } = accountOf(caller.principal);
  if (via === 'key') return;
  const began = await sessionBegan(identity.db, Buffer.from(credentialId, 'hex'));
  const freshSince = identity.nowMs() - freshMinutes * 60_000;
  if (began !== undefined && began.getTime() > freshSince) return;
  if (currentPassword === undefined) {
    throw new AppError('login_failed', {
      detail: `To make, change or remove an admin, confirm that it is you: with your password, or by logging in again. For ${freshMinutes} minutes after a log-in nothing is asked.`,
      headers: { 'www-authenticate': 'Bearer' },
    });
  }
  await confirmWithFactor(identity, caller, { currentPassword, ...shown });
}
