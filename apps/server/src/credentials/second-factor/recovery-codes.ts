import { hash, randomInt } from 'node:crypto';

/** Letters and digits that nobody mistakes for one another when they are copied by hand (Crockford's base 32). */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const groups = 4;
const groupLength = 4;

/** How many codes somebody gets. */
const howMany = 10;

/** New codes of 80 random bits, such as 4f7k-9x2m-qw3e-r5t8. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: howMany }, () =>
    Array.from({ length: groups }, () =>
      Array.from({ length: groupLength }, () => alphabet.charAt(randomInt(alphabet.length))).join(''),
    ).join('-'),
  );

/** What is stored of a code; SHA-256 alone, because 80 random bits cannot be guessed at. Spaces, hyphens and case do not count. */
export const hashRecoveryCode = (code: string): Buffer =>
  hash('sha256', code.toLowerCase().replaceAll(/[^0-9a-z]/g, ''), 'buffer');
