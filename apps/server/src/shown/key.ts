import type { ApiKey } from '@perimeter/contract/account/key';
import { keyStatusOf, toKeyId } from '../credentials/key-id.ts';
import type { KeyRow } from '../repositories/accounts/api-keys.ts';

/** A key in the API, without its secret. */
export const toKey = (row: KeyRow, nowMs: number): ApiKey => ({
  id: toKeyId(row.id),
  name: row.name,
  prefix: row.prefix,
  lastFour: row.last_four,
  scopes: row.scopes,
  status: keyStatusOf(row, nowMs),
  createdAt: row.created_at.getTime(),
  expiresAt: row.expires_at?.getTime() ?? null,
  lastUsedAt: row.last_used_at?.getTime() ?? null,
  replacedBy: row.replaced_by === null ? null : toKeyId(row.replaced_by),
});
