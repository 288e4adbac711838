import { hash, randomInt } from 'node:crypto';

/** Letters and digits that are not confused when copied by hand (Crockford's base 32). */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const groups = 4;
const groupLength = 4;

/** Recovery codes per set. */
const howMany = 10;

/** New codes of 80 random bits, such as 4f7k-9x2m-qw3e-r5t8. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: howMany }, () =>
    Array.from({ length: groups }, () =>
      Array.from({ length: groupLength }, () => alphabet.charAt(randomInt(alphabet.length))).join(''),
    ).join('-'),
  );

/**
 * The stored hash of a code: plain SHA-256, because 80 random bits cannot be guessed. Spaces, hyphens and case are
 * ignored.
 */
export const hashRecoveryCode = (code: string): Buffer =>
  hash('sha256', code.toLowerCase().replaceAll(/[^0-9a-z]/g, ''), 'buffer');
