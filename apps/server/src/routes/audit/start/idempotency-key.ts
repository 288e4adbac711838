import { createHash } from 'node:crypto';
import { AppError } from '../../../http/errors.ts';

// Visible ASCII (RFC 9110 section 5.5 without spaces), which excludes the comma that joins repeated fields.
const acceptable = /^[\x21-\x7e]{1,255}$/;

/** The Idempotency-Key of a request, null without one. Throws invalid_request for a malformed one. */
export function idempotencyKey(field: string | string[] | undefined): string | null {
  if (field === undefined) return null;
  const key = [field].flat().join(', ');
  if (acceptable.test(key)) return key;
  throw new AppError('invalid_request', {
    detail: 'Idempotency-Key must be a single header with 1 to 255 visible ASCII characters',
  });
}

/** The parameters of a start. */
interface Asked {
  domain: string;
  scanMode: string;
  private: boolean;
  authority: boolean;
}

/**
 * SHA-256 of the parameters, independent of their spelling. Authority is hashed only if stated, so that keys of earlier
 * versions still match.
 */
export const bodyHash = (asked: Asked): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([asked.domain, asked.scanMode, asked.private, ...(asked.authority ? ['authority'] : [])]))
    .digest();
