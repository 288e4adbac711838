import type { ApiKey } from '@perimeter/contract/account/key';
import type { KeyRow } from '../repositories/accounts/api-keys.ts';
import { storedUuid } from '../audits/stored-uuid.ts';

const prefix = 'key_';

/** The public id of a stored key. */
export const toKeyId = (stored: string): string => `${prefix}${stored}`;

/** The stored id for a public one; null if it cannot be one. */
export const fromKeyId = (id: string): string | null => storedUuid(prefix, id);

/** The status of a key at a given time. */
export function keyStatusOf(row: KeyRow, nowMs: number): ApiKey['status'] {
  if (row.revoked_at !== null) return 'revoked';
  if (row.expires_at !== null && row.expires_at.getTime() <= nowMs) return 'expired';
  return row.replaced_by === null ? 'active' : 'replaced';
}
