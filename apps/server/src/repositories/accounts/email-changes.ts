import type { Kysely } from 'kysely';
import type { EmailChangesTable, Schema } from '../schema/schema.ts';
import { confirmAddress, setEmail } from './accounts.ts';

/** Stores the requested new address of an account, replacing an earlier request. */
export const requestEmailChange = async (db: Kysely<Schema>, change: EmailChangesTable): Promise<void> => {
  const { account_id: accountId, ...rest } = change;
  await db
    .insertInto('email_changes')
    .values({ account_id: accountId, ...rest })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(rest))
    .execute();
};

/** The address that waits for confirmation; null if there is none. */
export const findPendingEmail = async (db: Kysely<Schema>, accountId: string, now: Date): Promise<string | null> => {
  const found = await db
    .selectFrom('email_changes')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .select('email_changes.email')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    // A new account confirms its current address by the same kind of link, which is not a change.
    .whereRef('email_changes.email', '!=', 'accounts.email')
    .executeTakeFirst();
  return found?.email ?? null;
};

/**
 * Cancels a requested change: its holder changed their mind, or resets a password because the request may be another
 * person's.
 */
export const cancelEmailChange = async (db: Kysely<Schema>, accountId: string): Promise<void> => {
  await db.deleteFrom('email_changes').where('account_id', '=', accountId).execute();
};

/** A confirmed change: the account, and its old and new address. */
export interface ConfirmedChange {
  accountId: string;
  before: string;
  after: string;
}

/**
 * Consumes a token and changes the account's address; password-reset links sent to the old one become invalid. Null if
 * the token is not valid, 'taken' if another account has the address by now.
 */
export async function confirmEmailChange(
  db: Kysely<Schema>,
  tokenHash: Buffer,
  now: Date,
): Promise<ConfirmedChange | 'taken' | null> {
  const used = await db
    .deleteFrom('email_changes')
    .using('accounts')
    .whereRef('accounts.id', '=', 'email_changes.account_id')
    .where('token_hash', '=', tokenHash)
    .where('email_changes.expires_at', '>', now)
    .where('disabled_at', 'is', null)
    .returning(['account_id as accountId', 'accounts.email as before', 'email_changes.email as after'])
    .executeTakeFirst();
  if (used === undefined) return null;
  if (!(await setEmail(db, used.accountId, used.after))) return 'taken';
  await confirmAddress(db, used.accountId, now);
  await db.deleteFrom('password_resets').where('account_id', '=', used.accountId).execute();
  return used;
}

/** Deletes expired changes. */
export const purgeEmailChanges = async (db: Kysely<Schema>, now: Date): Promise<void> => {
  await db.deleteFrom('email_changes').where('expires_at', '<=', now).execute();
};
