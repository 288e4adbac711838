import { cookieValue } from '../../credentials/cookies.ts';
import { knownDevice } from '../../credentials/device.ts';
import { verifyPassword } from '../../credentials/passwords/password.ts';
import { AppError } from '../../http/errors.ts';
import type { Identity } from '../../identity/identity.ts';
import type { Caller } from '../caller.ts';
import { note } from '../note.ts';
import { type AccountRow, findAccountByEmail } from '../../repositories/accounts/accounts.ts';

/**
 * The account with this address and password. Throws login_failed for a wrong password and, after the same work, for an
 * unknown address; rate_limited after too many guesses. A logged-in caller's guesses are counted separately.
 */
export async function checkPassword(
  { db, nowMs, throttle, secrets, passwordCost }: Identity,
  { email, password }: { email: string; password: string },
  caller: Pick<Caller, 'network' | 'userAgent' | 'cookies' | 'sentCookies'>,
  known?: string,
): Promise<AccountRow> {
  const device = known ?? knownDevice(cookieValue(caller.cookies.device, caller.sentCookies), secrets, email);
  const guesser = { network: caller.network, device };
  await throttle.guess(guesser, email);
  const found = await findAccountByEmail(db, email);
  const isRight = await verifyPassword(password, found?.password_hash, passwordCost);
  if (!isRight && found !== undefined) await note({ db, nowMs }, caller, found.id, ['password_wrong']);
  if (!isRight || found === undefined) {
    throw new AppError('login_failed', { headers: { 'www-authenticate': 'Bearer' } });
  }
  await throttle.guessedRight(guesser, email);
  return found;
}
