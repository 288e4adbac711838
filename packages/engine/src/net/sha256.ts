import { createHash } from 'node:crypto';

/** SHA-256 of bytes or of text in UTF-8, hex. */
export const sha256Hex = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex');

/** A digest in base64, as in Content-Security-Policy and Subresource Integrity; text is hashed as UTF-8. */
export const hashBase64 = (algorithm: 'sha256' | 'sha384' | 'sha512', data: Uint8Array | string): string =>
  createHash(algorithm).update(data).digest('base64');
