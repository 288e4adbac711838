import type { PasswordCost } from '../../settings/identity.ts';
import { hashPassword } from './password.ts';
import { requireGoodPassword } from './rules.ts';

/** Hashes a new password. Throws invalid_request, naming the member at the pointer, for one that is too weak. */
export async function hashNewPassword(
  { passwordCost }: { passwordCost: PasswordCost },
  email: string,
  password: string,
  pointer: string,
): Promise<string> {
  requireGoodPassword(password, email, pointer);
  return hashPassword(password, passwordCost);
}
