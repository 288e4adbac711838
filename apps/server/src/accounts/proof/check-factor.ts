import type { PasskeyAnswer, PasskeyRequest } from '@perimeter/contract/passkey';
import type { ShownFactor } from '@perimeter/contract/account/second-factor';
import { AppError } from '../../http/errors.ts';
import { requestOptions, verifyAnswer } from '../../credentials/second-factor/passkeys.ts';
import { hashRecoveryCode } from '../../credentials/second-factor/recovery-codes.ts';
import { stepOf } from '../../credentials/second-factor/totp.ts';
import type { Identity } from '../../identity/identity.ts';
import { advancePasskey, findPasskey, listPasskeys } from '../../repositories/accounts/passkeys.ts';
import { findSecondFactor, takeRecoveryCode, takeStep } from '../../repositories/accounts/second-factors.ts';
import type { PasskeyRow } from '../../repositories/schema/passkeys.ts';
import type { SecondFactorRow } from '../../repositories/schema/second-factors.ts';
import type { Caller } from '../caller.ts';
import { note } from '../note.ts';
import { challengeTaker, makeChallenge, type Terms } from './challenge.ts';

const isTotp = (code: string): boolean => /^\d{6}$/.test(code);

/** The challenge of a 401 (RFC 9110 section 15.5.2). */
const headers = { 'www-authenticate': 'Bearer' };

/** The refusal of a factor that is wrong, which is kept first. */
async function refused(identity: Identity, accountId: string, caller: Caller): Promise<AppError> {
  await note(identity, caller, accountId, ['second_factor_wrong']);
  return new AppError('second_factor_failed', { headers });
}

/** Consumes a code of the application; each works once. */
async function takeCode(identity: Identity, factor: SecondFactorRow, code: string): Promise<boolean> {
  const step = stepOf(code, factor, identity.secrets, identity.nowMs());
  return step !== null && takeStep(identity.db, factor.account_id, step);
}

/**
 * Checks a code of an application or, if allowed, a recovery code. Throws second_factor_failed, or rate_limited after
 * too many guesses.
 */
export async function proveCode(
  identity: Identity,
  { accountId, factor }: { accountId: string; factor: SecondFactorRow | undefined },
  given: string,
  caller: Caller,
  takesRecoveryCodes = true,
): Promise<void> {
  const { db, throttle } = identity;
  await throttle.guessCode(accountId);
  const code = given.replaceAll(' ', '');
  const isRight = isTotp(code)
    ? factor !== undefined && (await takeCode(identity, factor, code))
    : takesRecoveryCodes && (await takeRecoveryCode(db, accountId, hashRecoveryCode(code)));
  if (!isRight) throw await refused(identity, accountId, caller);
  if (!isTotp(code)) await note(identity, caller, accountId, ['recovery_code_used']);
  await throttle.guessedCode(accountId);
}

/** The passkey that answered this browser's challenge; null if the answer is wrong, repeated or late. */
export async function provenPasskey(
  identity: Identity,
  terms: Terms,
  answer: PasskeyAnswer,
  caller: Caller,
): Promise<PasskeyRow | null> {
  const { db, nowMs } = identity;
  const { relyingParty: rp } = caller;
  const passkey = await findPasskey(db, Buffer.from(answer.id, 'base64url'));
  const isExpected = passkey !== undefined && [null, passkey.account_id].includes(terms.accountId);
  if (rp === null || !isExpected) return null;
  const take = challengeTaker(identity, terms, caller);
  const counter = await verifyAnswer(rp, passkey, answer, { take, isAlone: terms.accountId === null });
  if (counter === null || !(await advancePasskey(db, passkey.id, counter, new Date(nowMs())))) return null;
  return passkey;
}

/**
 * The options for answering with a passkey of the account; undefined if it has none, or passkeys are unavailable here.
 */
async function requestFor(
  identity: Identity,
  accountId: string,
  passkeys: readonly PasskeyRow[],
  caller: Caller,
): Promise<PasskeyRequest | undefined> {
  const { relyingParty: rp } = caller;
  if (rp === null || passkeys.length === 0) return undefined;
  const challenge = await makeChallenge(identity, { purpose: 'prove', accountId }, caller);
  return { rpId: rp.id, ...(await requestOptions(rp, passkeys, challenge)) };
}

/**
 * Passes if the account has no second factor, or the request proves it: with a code of the application, a passkey, or a
 * recovery code. Returns whether it has one. Throws second_factor_required with a challenge if no proof is given.
 */
export async function checkFactor(
  identity: Identity,
  accountId: string,
  shown: ShownFactor,
  caller: Caller,
): Promise<boolean> {
  const found = await findSecondFactor(identity.db, accountId);
  const factor = found?.confirmed_at === null ? undefined : found;
  const passkeys = await listPasskeys(identity.db, accountId);
  if (factor === undefined && passkeys.length === 0) return false;
  if (shown.passkey !== undefined) {
    const proven = await provenPasskey(identity, { purpose: 'prove', accountId }, shown.passkey, caller);
    if (proven === null) throw await refused(identity, accountId, caller);
  } else if (shown.code === undefined) {
    const passkeyRequest = await requestFor(identity, accountId, passkeys, caller);
    throw new AppError('second_factor_required', {
      headers,
      factors: [
        ...(factor === undefined ? [] : ['code' as const]),
        ...(passkeys.length === 0 ? [] : ['passkey' as const]),
      ],
      ...(passkeyRequest === undefined ? {} : { passkeyRequest }),
    });
  } else {
    await proveCode(identity, { accountId, factor }, shown.code, caller);
  }
  return true;
}
