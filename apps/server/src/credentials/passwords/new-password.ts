import { hashPassword } from './password.ts';
import { requireGoodPassword } from './rules.ts';

/** The hash of a password that somebody chose. Throws invalid_request, at the pointer, for one that is not taken. */
export async function hashNewPassword(password: string, email: string, pointer: string): Promise<string> {
  requireGoodPassword(password, email, pointer);
  return hashPassword(password);
}
