import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '../../http/errors.ts';
import type { PasswordCost } from '../../settings/identity.ts';
import { makeTurns } from './turns.ts';

const derive = promisify(argon2);

const saltBytes = 16;
const tagBytes = 32;

// Each hash needs 19 MiB and one pool thread for tens of milliseconds: at most two at once, 64 wait, and more are
// refused.
const turns = makeTurns(2, 64);

// Normalizes what can be typed as different code points (NIST SP 800-63B section 3.1.1.2).
const bytesOf = (password: string): Buffer => Buffer.from(password.normalize('NFC'));

async function tagOf(password: string, salt: Buffer, { memory, passes, parallelism }: PasswordCost): Promise<Buffer> {
  const turn = await turns.take();
  if (turn === null) throw new AppError('service_unavailable', { headers: { 'retry-after': '2' } });
  try {
    const parameters = { message: bytesOf(password), nonce: salt, memory, passes, parallelism, tagLength: tagBytes };
    return await derive('argon2id', parameters);
  } finally {
    turn();
  }
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** A password's hash as a PHC string, with a random salt. */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(saltBytes);
  const { memory, passes, parallelism } = cost;
  const tag = await tagOf(password, salt, cost);
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

const phc = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;
// A hash that no password has: verifying it takes the same time for an unknown account as for a known one.
const nobodys = ({ memory, passes, parallelism }: PasswordCost): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** True if the password matches the stored hash; without a hash, does the same work and returns false. */
export async function verifyPassword(
  password: string,
  stored: string | undefined,
  cost: PasswordCost,
): Promise<boolean> {
  const parts = phc.exec(stored ?? nobodys(cost));
  if (parts === null) throw new Error('Unknown format of a stored password hash');
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts;
  const stated = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const derived = await tagOf(password, Buffer.from(salt, 'base64'), stated);
  return timingSafeEqual(derived, Buffer.from(tag, 'base64')) && stored !== undefined;
}
