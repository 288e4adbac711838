import { cookieValue } from '../../credentials/cookies.ts';
import { knownDevice } from '../../credentials/device.ts';
import { networkOf } from '../../credentials/network.ts';
import { verifyPassword } from '../../credentials/passwords/password.ts';
import { AppError } from '../../http/errors.ts';
import type { HttpRequest } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { note } from './note.ts';
import { addressOf } from '../../plugins/authentication.ts';
import { type AccountRow, findAccountByEmail } from '../../repositories/accounts/accounts.ts';

/**
 * The account with this address and password. Throws login_failed for a wrong password and, after the same work, for an
 * unknown address; rate_limited after too many guesses. A logged-in caller's guesses are counted separately.
 */
export async function checkPassword(
  { db, nowMs, throttle, secrets, passwordCost, cookiesOf }: Identity,
  { email, password }: { email: string; password: string },
  request: HttpRequest,
  known?: string,
): Promise<AccountRow> {
  const device = known ?? knownDevice(cookieValue(cookiesOf(request).device, request.headers.cookie), secrets, email);
  const guesser = { network: networkOf(addressOf(request)), device };
  await throttle.guess(guesser, email);
  const found = await findAccountByEmail(db, email);
  const isRight = await verifyPassword(password, found?.password_hash, passwordCost);
  if (!isRight && found !== undefined) await note({ db, nowMs }, request, found.id, ['password_wrong']);
  if (!isRight || found === undefined) {
    throw new AppError('login_failed', { headers: { 'www-authenticate': 'Bearer' } });
  }
  await throttle.guessedRight(guesser, email);
  return found;
}
