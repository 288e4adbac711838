import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Schema } from '../schema/schema.ts';
import type { SecondFactorRow } from '../schema/second-factors.ts';

/** Whether an account has a second factor of either kind; one that is not confirmed is none. */
export const hasFactor = (accountId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  exists (select from second_factors where account_id = ${accountId} and confirmed_at is not null)
  or exists (select from passkeys where account_id = ${accountId}))`;

/** The authenticator application of an account, also one that is not confirmed yet. */
export const findSecondFactor = async (db: Kysely<Schema>, accountId: string): Promise<SecondFactorRow | undefined> =>
  db.selectFrom('second_factors').selectAll().where('account_id', '=', accountId).executeTakeFirst();

/** Keeps a secret that is not confirmed, in place of another such; false where one is confirmed already. */
export async function beginSecondFactor(db: Kysely<Schema>, accountId: string, encrypted: Buffer): Promise<boolean> {
  const kept = await db
    .insertInto('second_factors')
    .values({ account_id: accountId, encrypted_secret: encrypted })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ encrypted_secret: encrypted, last_step: null })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirst();
  return (kept.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Takes a time step, once and never one before the last; false where it was taken, however many try at once. */
export async function takeStep(db: Kysely<Schema>, accountId: string, step: number): Promise<boolean> {
  const taken = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where(({ eb, or }) => or([eb('last_step', 'is', null), eb('last_step', '<', String(step))]))
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n;
}

/** Puts new recovery codes in the place of the old ones. */
export async function setRecoveryCodes(
  db: Kysely<Schema>,
  accountId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
    const rows = hashes.map((hash) => ({ account_id: accountId, code_hash: hash }));
    await trx.insertInto('recovery_codes').values(rows).execute();
  });
}

/** From now on logging in asks for a code. False where it was confirmed before. */
export async function confirmSecondFactor(db: Kysely<Schema>, accountId: string, now: Date): Promise<boolean> {
  const confirmed = await db
    .updateTable('second_factors')
    .set({ confirmed_at: now })
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return confirmed.numUpdatedRows > 0n;
}

/** Uses a recovery code up; false where there is none such. */
export async function takeRecoveryCode(db: Kysely<Schema>, accountId: string, hash: Buffer): Promise<boolean> {
  const taken = await db
    .deleteFrom('recovery_codes')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return taken.numDeletedRows > 0n;
}

/** How many recovery codes are left. */
export async function countRecoveryCodes(db: Kysely<Schema>, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

// Codes without a factor would stand for one that is gone.
const dropUnusedCodes = async (db: Kysely<Schema>, accountId: string): Promise<void> => {
  await sql`delete from recovery_codes where account_id = ${accountId} and not ${hasFactor(sql`${accountId}::uuid`)}`.execute(
    db,
  );
};

/** Removes the authenticator application of an account, and the recovery codes with its last factor; false where it has none. */
export const removeSecondFactor = async (db: Kysely<Schema>, accountId: string): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const removed = await trx.deleteFrom('second_factors').where('account_id', '=', accountId).executeTakeFirst();
    await dropUnusedCodes(trx, accountId);
    return removed.numDeletedRows > 0n;
  });

/** Removes a passkey of an account, and the recovery codes with its last factor; false where there is none such. */
export const removePasskey = async (db: Kysely<Schema>, accountId: string, id: string): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom('passkeys')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirst();
    await dropUnusedCodes(trx, accountId);
    return removed.numDeletedRows > 0n;
  });

/** Removes every second factor of an account; false where it has none. */
export const removeAllFactors = async (db: Kysely<Schema>, accountId: string): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const codes = await trx.deleteFrom('second_factors').where('account_id', '=', accountId).executeTakeFirst();
    const passkeys = await trx.deleteFrom('passkeys').where('account_id', '=', accountId).executeTakeFirst();
    await dropUnusedCodes(trx, accountId);
    return codes.numDeletedRows + passkeys.numDeletedRows > 0n;
  });
