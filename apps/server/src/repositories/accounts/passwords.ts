import type { Kysely } from 'kysely';
import type { Schema } from '../schema/schema.ts';
import { cancelEmailChange } from './email-changes.ts';
import { endSessions } from './sessions.ts';

/**
 * Sets a password, ends all sessions and cancels a requested new address, which someone with the old password may have
 * entered.
 */
export async function setPassword(db: Kysely<Schema>, accountId: string, passwordHash: string): Promise<void> {
  await db.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', accountId).execute();
  await endSessions(db, accountId, null);
  await cancelEmailChange(db, accountId);
}
