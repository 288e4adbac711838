import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Schema } from '../schema/schema.ts';
import type { SecondFactorRow } from '../schema/second-factors.ts';

/** True if an account has a second factor of either kind; an unconfirmed one does not count. */
export const hasFactor = (accountId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  exists (select from second_factors where account_id = ${accountId} and confirmed_at is not null)
  or exists (select from passkeys where account_id = ${accountId}))`;

/** The authenticator application of an account, also if unconfirmed. */
export const findSecondFactor = async (db: Kysely<Schema>, accountId: string): Promise<SecondFactorRow | undefined> =>
  db.selectFrom('second_factors').selectAll().where('account_id', '=', accountId).executeTakeFirst();

/** Stores an unconfirmed secret, replacing an earlier unconfirmed one; false if one is confirmed already. */
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

/**
 * Consumes a time step, which must be later than the last one used; false if it is not, also under concurrent attempts.
 */
export async function takeStep(db: Kysely<Schema>, accountId: string, step: number): Promise<boolean> {
  const taken = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where(({ eb, or }) => or([eb('last_step', 'is', null), eb('last_step', '<', String(step))]))
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n;
}

/** Replaces all recovery codes. */
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

/** Confirms the factor: logging in requires a code from now on. False if it was already confirmed. */
export async function confirmSecondFactor(db: Kysely<Schema>, accountId: string, now: Date): Promise<boolean> {
  const confirmed = await db
    .updateTable('second_factors')
    .set({ confirmed_at: now })
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return confirmed.numUpdatedRows > 0n;
}

/** Consumes a recovery code; false if there is none. */
export async function takeRecoveryCode(db: Kysely<Schema>, accountId: string, hash: Buffer): Promise<boolean> {
  const taken = await db
    .deleteFrom('recovery_codes')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return taken.numDeletedRows > 0n;
}

/** Counts the remaining recovery codes. */
export async function countRecoveryCodes(db: Kysely<Schema>, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

// Deletes recovery codes if no factor is left, because they would replace a factor that does not exist.
const dropUnusedCodes = async (db: Kysely<Schema>, accountId: string): Promise<void> => {
  await sql`delete from recovery_codes where account_id = ${accountId} and not ${hasFactor(sql`${accountId}::uuid`)}`.execute(
    db,
  );
};

/**
 * Removes an account's authenticator application, and its recovery codes with its last factor; false if it has none.
 */
export const removeSecondFactor = async (db: Kysely<Schema>, accountId: string): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const removed = await trx.deleteFrom('second_factors').where('account_id', '=', accountId).executeTakeFirst();
    await dropUnusedCodes(trx, accountId);
    return removed.numDeletedRows > 0n;
  });

/** Removes a passkey of an account, and its recovery codes with its last factor; false if there is none. */
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

/** Removes all second factors of an account; false if it has none. */
export const removeAllFactors = async (db: Kysely<Schema>, accountId: string): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const codes = await trx.deleteFrom('second_factors').where('account_id', '=', accountId).executeTakeFirst();
    const passkeys = await trx.deleteFrom('passkeys').where('account_id', '=', accountId).executeTakeFirst();
    await dropUnusedCodes(trx, accountId);
    return codes.numDeletedRows + passkeys.numDeletedRows > 0n;
  });
