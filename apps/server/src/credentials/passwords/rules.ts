import { AppError } from '../../http/errors.ts';
import { commonPasswords } from './common.data.ts';

const least = 12;
const most = 256;

/** Why a password is refused; null if it is accepted. No composition rules (NIST SP 800-63B section 3.1.1.2). */
export function passwordProblem(password: string, email: string): string | null {
  const composed = password.normalize('NFC');
  const { length } = [...composed];
  if (length < least) return `At least ${least} characters`;
  if (length > most) return `At most ${most} characters`;
  const plain = composed.toLowerCase();
  if (plain === email || plain === email.split('@')[0]) return 'Must not be the e-mail address';
  // A short repeated pattern is as easy to guess as the pattern alone.
  if (/^(.{1,4})\1+.{0,3}$/su.test(plain) || commonPasswords.has(plain)) return 'Too easily guessed';
  return null;
}

/** Throws invalid_request for a refused password. */
export function requireGoodPassword(password: string, email: string, pointer: string): void {
  const message = passwordProblem(password, email);
  if (message !== null)
    throw new AppError('invalid_request', { errors: [{ pointer, message, reason: 'bad_password' }] });
}
