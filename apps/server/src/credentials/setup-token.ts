import { createHmac, hash, timingSafeEqual } from 'node:crypto';

/**
 * The token that creates the first account, printed at start where only the operator can read it. It is derived from
 * the server secret, so that all processes agree on it, and is useless once an account exists.
 */
export const setupTokenOf = (secret: Buffer): string =>
  createHmac('sha256', secret).update('perimeter first account').digest('base64url');

/** Compares a setup token in constant time. */
export const isSetupToken = (given: string, secret: Buffer): boolean =>
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', setupTokenOf(secret), 'buffer'));
