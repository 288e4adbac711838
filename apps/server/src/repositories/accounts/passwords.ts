import type { Kysely } from 'kysely';
import type { Schema } from '../schema/schema.ts';
import { cancelEmailChange } from './email-changes.ts';
import { endSessions } from './sessions.ts';

/** Sets a password, signs everybody out, and drops an address that waits: who had the old password may have asked for it. */
export async function setPassword(db: Kysely<Schema>, accountId: string, passwordHash: string): Promise<void> {
  await db.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', accountId).execute();
  await endSessions(db, accountId, null);
  await cancelEmailChange(db, accountId);
}
