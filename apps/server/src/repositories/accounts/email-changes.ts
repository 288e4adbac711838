import type { Kysely } from 'kysely';
import type { EmailChangesTable, Schema } from '../schema/schema.ts';
import { confirmAddress, setEmail } from './accounts.ts';

/** Keeps the address that an account is to have, in place of any before it. */
export const requestEmailChange = async (db: Kysely<Schema>, change: EmailChangesTable): Promise<void> => {
  const { account_id: accountId, ...rest } = change;
  await db
    .insertInto('email_changes')
    .values({ account_id: accountId, ...rest })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(rest))
    .execute();
};

/** The address that waits for its confirmation; null when none does. */
export const findPendingEmail = async (db: Kysely<Schema>, accountId: string, now: Date): Promise<string | null> => {
  const found = await db
    .selectFrom('email_changes')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .select('email_changes.email')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    // A new account confirms the address that it has.
    .whereRef('email_changes.email', '!=', 'accounts.email')
    .executeTakeFirst();
  return found?.email ?? null;
};

/** Drops what an account has asked for: its holder has thought better of it, or sets a password because somebody else asked. */
export const cancelEmailChange = async (db: Kysely<Schema>, accountId: string): Promise<void> => {
  await db.deleteFrom('email_changes').where('account_id', '=', accountId).execute();
};

/** A change that was confirmed: whose it was, and the address before and after. */
export interface ConfirmedChange {
  accountId: string;
  before: string;
  after: string;
}

/**
 * Uses a token up and gives its account the address; links that went to the old one are void. Null for a token that is
 * none any more, 'taken' where another account has the address by now.
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

/** Removes changes whose time is over. */
export const purgeEmailChanges = async (db: Kysely<Schema>, now: Date): Promise<void> => {
  await db.deleteFrom('email_changes').where('expires_at', '<=', now).execute();
};
