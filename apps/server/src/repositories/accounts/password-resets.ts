import type { Kysely } from 'kysely';
import type { Schema } from '../schema/schema.ts';
import { confirmAddress } from './accounts.ts';
import { setPassword } from './passwords.ts';

/** Stores a link's token for an account, replacing an earlier one. */
export async function insertReset(
  db: Kysely<Schema>,
  reset: { tokenHash: Buffer; accountId: string; expiresAt: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('password_resets').where('account_id', '=', reset.accountId).execute();
    await trx
      .insertInto('password_resets')
      .values({ token_hash: reset.tokenHash, account_id: reset.accountId, expires_at: reset.expiresAt })
      .execute();
  });
}

/** The account whose password a token may set; the token is not consumed. */
export const findReset = async (
  db: Kysely<Schema>,
  tokenHash: Buffer,
  now: Date,
): Promise<{ id: string; email: string } | undefined> =>
  db
    .selectFrom('password_resets')
    .innerJoin('accounts', 'accounts.id', 'password_resets.account_id')
    .select(['accounts.id', 'email'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();

/**
 * Consumes a token: sets the password, ends all sessions and confirms the address that the link was sent to. False if
 * the token was used meanwhile.
 */
export async function useReset(
  db: Kysely<Schema>,
  tokenHash: Buffer,
  passwordHash: string,
  now: Date,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const used = await trx
      .deleteFrom('password_resets')
      .where('token_hash', '=', tokenHash)
      .returning('account_id')
      .executeTakeFirst();
    if (used === undefined) return false;
    await setPassword(trx, used.account_id, passwordHash);
    await confirmAddress(trx, used.account_id, now);
    return true;
  });
}

/** Deletes expired tokens. */
export const purgeResets = async (db: Kysely<Schema>, now: Date): Promise<void> => {
  await db.deleteFrom('password_resets').where('expires_at', '<=', now).execute();
};
