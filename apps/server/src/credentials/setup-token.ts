import { createHmac, hash, timingSafeEqual } from 'node:crypto';

/**
 * What makes the first account: printed at the start, where only the operator reads. It follows from the server's
 * secret, so that all processes print and know the same, and it is worth nothing once there is an account.
 */
export const setupTokenOf = (secret: Buffer): string =>
  createHmac('sha256', secret).update('perimeter first account').digest('base64url');

/** True when a given token is the right one, found out in the same time for any. */
export const isSetupToken = (given: string, secret: Buffer): boolean =>
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', setupTokenOf(secret), 'buffer'));
