import { createHash } from 'node:crypto';
import { AppError } from '../../../http/errors.ts';

// Visible ASCII (RFC 9110 section 5.5 without spaces): what two keys in one request are joined with is not in it.
const acceptable = /^[\x21-\x7e]{1,255}$/;

/** The Idempotency-Key of a request, null without one. Throws invalid_request for what is none. */
export function idempotencyKey(field: string | string[] | undefined): string | null {
  if (field === undefined) return null;
  const key = [field].flat().join(', ');
  if (acceptable.test(key)) return key;
  throw new AppError('invalid_request', {
    detail: 'Idempotency-Key must be a single header with 1 to 255 visible ASCII characters',
  });
}

/** What a start asks for. */
interface Asked {
  domain: string;
  scanMode: string;
  private: boolean;
  authority: boolean;
}

/** SHA-256 of what is asked: requests that ask the same in other words have the same. Authority counts only where stated: keys of earlier versions stay known. */
export const bodyHash = (asked: Asked): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([asked.domain, asked.scanMode, asked.private, ...(asked.authority ? ['authority'] : [])]))
    .digest();
