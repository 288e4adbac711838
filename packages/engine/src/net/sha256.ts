import { createHash } from 'node:crypto';

/** SHA-256 of bytes or of text in UTF-8, hex. */
export const sha256Hex = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex');
