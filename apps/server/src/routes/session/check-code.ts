import { AppError } from '../../http/errors.ts';
import { hashRecoveryCode } from '../../credentials/second-factor/recovery-codes.ts';
import { stepOf } from '../../credentials/second-factor/totp.ts';
import type { Identity } from '../../identity/identity.ts';
import { findSecondFactor, takeRecoveryCode, takeStep } from '../../repositories/accounts/second-factors.ts';
import type { SecondFactorRow } from '../../repositories/schema/second-factors.ts';

const isTotp = (code: string): boolean => /^\d{6}$/.test(code);

/** Challenge of answers 401 (RFC 9110 section 15.5.2). */
const headers = { 'www-authenticate': 'Bearer' };

/** Takes a code of the application; each is taken once. */
async function takeCode(identity: Identity, factor: SecondFactorRow, code: string): Promise<boolean> {
  const step = stepOf(code, factor, identity.secrets, identity.nowMs());
  return step !== null && takeStep(identity.db, factor.account_id, step);
}

/** Checks a code against a factor. Throws second_factor_failed for a wrong or used one, rate_limited for who guesses on. */
export async function proveFactor(
  identity: Identity,
  factor: SecondFactorRow,
  given: string,
  takesRecoveryCodes = true,
): Promise<void> {
  const { db, throttle } = identity;
  const { account_id: id } = factor;
  await throttle.guessCode(id);
  const code = given.replaceAll(' ', '');
  const isRight = isTotp(code)
    ? await takeCode(identity, factor, code)
    : takesRecoveryCodes && (await takeRecoveryCode(db, id, hashRecoveryCode(code)));
  if (!isRight) throw new AppError('second_factor_failed', { headers });
  await throttle.guessedCode(id);
}

/**
 * Lets an account go on that has no second factor, or whose holder shows a code of it. Throws second_factor_required where
 * none is given.
 */
export async function checkCode(identity: Identity, accountId: string, code: string | undefined): Promise<void> {
  const factor = await findSecondFactor(identity.db, accountId);
  if (factor === undefined || factor.confirmed_at === null) return;
  if (code === undefined) throw new AppError('second_factor_required', { headers });
  await proveFactor(identity, factor, code);
}
