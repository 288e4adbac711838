import type { PasswordCost } from '../../settings/identity.ts';
import { hashPassword } from './password.ts';
import { requireGoodPassword } from './rules.ts';

/** The hash of a password that somebody chose. Throws invalid_request, at the pointer, for one that is not taken. */
export async function hashNewPassword(
  { passwordCost }: { passwordCost: PasswordCost },
  email: string,
  password: string,
  pointer: string,
): Promise<string> {
  requireGoodPassword(password, email, pointer);
  return hashPassword(password, passwordCost);
}
