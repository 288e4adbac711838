import type { freshProof } from '@perimeter/contract/account/team';
import type { z } from 'zod';
import { AppError } from '../../http/errors.ts';
import type { Identity } from '../../identity/identity.ts';
import { sessionBegan } from '../../repositories/accounts/sessions.ts';
import { accountOf } from '../session/browser.ts';
import type { Exchange } from '../session/check-factor.ts';
import { confirmWithFactor } from '../second-factor/proven.ts';

type Proof = z.infer<z.ZodObject<typeof freshProof>>;

/** For this time after a login, creating an administrator requires no further proof. */
const freshMinutes = 10;

/**
 * Allows creating an administrator after a recent login, or with password and second factor, so that an abandoned
 * browser or a stolen cookie cannot. Keys never can. Throws login_failed, second_factor_required or
 * second_factor_failed.
 */
export async function confirmMaker(
  identity: Identity,
  exchange: Exchange,
  { currentPassword, ...shown }: Proof,
): Promise<void> {
  const { via, credentialId } = accountOf(exchange.request.principal);
  if (via === 'key') return;
  const began = await sessionBegan(identity.db, Buffer.from(credentialId, 'hex'));
  const freshSince = identity.nowMs() - freshMinutes * 60_000;
  if (began !== undefined && began.getTime() > freshSince) return;
  if (currentPassword === undefined) {
    throw new AppError('login_failed', {
      detail: `To make an admin, confirm that it is you: with your password, or by logging in again. For ${freshMinutes} minutes after a log-in nothing is asked.`,
      headers: { 'www-authenticate': 'Bearer' },
    });
  }
  await confirmWithFactor(identity, exchange, { currentPassword, ...shown });
}
