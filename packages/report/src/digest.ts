import { createHash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';

/** SHA-256 of a text's UTF-8 bytes, or of bytes, as 64 lower-case hex digits. */
export const sha256Hex = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** SHA-256 hex of a value's canonical JSON: the hash that a report is sealed with. */
export const digest = (value: unknown): string => sha256Hex(canonicalJson(value));
