import type { ApiKey } from '@perimeter/contract/account/key';
import type { KeyRow } from '../repositories/accounts/api-keys.ts';

const prefix = 'key_';
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The public id of a stored key. */
export const toKeyId = (stored: string): string => `${prefix}${stored}`;

/** The stored id for a public one; null if it cannot be one. */
export const fromKeyId = (id: string): string | null =>
  id.startsWith(prefix) && uuid.test(id.slice(prefix.length)) ? id.slice(prefix.length) : null;

/** The status of a key at a given time. */
export function keyStatusOf(row: KeyRow, nowMs: number): ApiKey['status'] {
  if (row.revoked_at !== null) return 'revoked';
  if (row.expires_at !== null && row.expires_at.getTime() <= nowMs) return 'expired';
  return row.replaced_by === null ? 'active' : 'replaced';
}
