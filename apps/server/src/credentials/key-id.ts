import type { ApiKey } from '@perimeter/contract/account/key';
import type { KeyRow } from '../repositories/accounts/api-keys.ts';

const prefix = 'key_';
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The id on the wire of a stored one. */
export const toKeyId = (stored: string): string => `${prefix}${stored}`;

/** The stored id of one on the wire; null for what cannot be one. */
export const fromKeyId = (id: string): string | null =>
  id.startsWith(prefix) && uuid.test(id.slice(prefix.length)) ? id.slice(prefix.length) : null;

/** What a key can be used for at a time. */
export function keyStatusOf(row: KeyRow, nowMs: number): ApiKey['status'] {
  if (row.revoked_at !== null) return 'revoked';
  if (row.expires_at !== null && row.expires_at.getTime() <= nowMs) return 'expired';
  return row.replaced_by === null ? 'active' : 'replaced';
}
