import type { Passkey } from '@perimeter/contract/passkey';
import type { PasskeyRow } from '../repositories/schema/passkeys.ts';

/** A passkey in the API. */
export const toPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.getTime(),
  lastUsedAt: row.last_used_at?.getTime() ?? null,
  isSynced: row.is_synced,
});
