import { lengthProblem } from '@perimeter/contract/account/password-length';
import { AppError } from '../../http/errors.ts';
import { commonPasswords } from './common.data.ts';

/** Why a password is not taken; null for one that is. No rules of composition (NIST SP 800-63B section 3.1.1.2). */
export function passwordProblem(password: string, email: string): string | null {
  const length = lengthProblem(password);
  if (length !== null) return length;
  const plain = password.normalize('NFC').toLowerCase();
  if (plain === email || plain === email.split('@')[0]) return 'Choose a password other than your e-mail address';
  // A piece said over and over is as easily guessed as the piece.
  if (/^(.{1,4})\1+.{0,3}$/su.test(plain) || commonPasswords.has(plain))
    return 'This password is easily guessed: choose a few random words';
  return null;
}

/** Throws invalid_request for a refused password. */
export function requireGoodPassword(password: string, email: string, pointer: string): void {
  const message = passwordProblem(password, email);
  if (message !== null)
    throw new AppError('invalid_request', { errors: [{ pointer, message, reason: 'bad_password' }] });
}
