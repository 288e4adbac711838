import { createHash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';

/** SHA-256 of the UTF-8 bytes of texts, or of bytes, concatenated. */
export function sha256(...parts: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** SHA-256 of a text's UTF-8 bytes, or of bytes, as 64 lower-case hexadecimal digits. */
export const sha256Hex = (data: string | Uint8Array): string => sha256(data).toString('hex');

/** SHA-256 in hexadecimal of a value's canonical JSON: the content hash that a seal contains. */
export const digest = (value: unknown): string => sha256Hex(canonicalJson(value));
