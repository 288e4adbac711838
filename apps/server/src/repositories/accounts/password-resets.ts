import type { Kysely } from 'kysely';
import type { Schema } from '../schema/schema.ts';
import { confirmAddress } from './accounts.ts';
import { setPassword } from './passwords.ts';

/** Keeps a link's token for an account in place of any before it. */
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

/** The account that a token may set the password of; the token stays. */
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

/** Uses a token up: sets the password, signs everybody out and confirms the address that the link went to. False when somebody has used it meanwhile. */
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

/** Removes tokens whose time is over. */
export const purgeResets = async (db: Kysely<Schema>, now: Date): Promise<void> => {
  await db.deleteFrom('password_resets').where('expires_at', '<=', now).execute();
};
