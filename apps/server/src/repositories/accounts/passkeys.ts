import { type Kysely, type Insertable, sql } from 'kysely';
import type { PasskeyChallengesTable, PasskeyRow, PasskeysTable, Purpose } from '../schema/passkeys.ts';
import type { Schema } from '../schema/schema.ts';

/** Maximum number of passkeys per account. */
export const mostPasskeys = 20;

/** The passkeys of an account, oldest first. */
export const listPasskeys = async (db: Kysely<Schema>, accountId: string): Promise<PasskeyRow[]> =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Finds a passkey by its credential id. */
export const findPasskey = async (db: Kysely<Schema>, credentialId: Buffer): Promise<PasskeyRow | undefined> =>
  db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();

/** Stores a passkey; full if the account has the maximum, taken if the credential id exists. */
export async function insertPasskey(
  db: Kysely<Schema>,
  passkey: Insertable<PasskeysTable>,
): Promise<PasskeyRow | 'full' | 'taken'> {
  return db.transaction().execute(async (trx) => {
    // Lock the account, so that concurrent inserts are counted.
    await trx.selectFrom('accounts').select('id').where('id', '=', passkey.account_id).forUpdate().execute();
    if ((await listPasskeys(trx, passkey.account_id)).length >= mostPasskeys) return 'full';
    const kept = await trx
      .insertInto('passkeys')
      .values(passkey)
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returningAll()
      .executeTakeFirst();
    return kept ?? 'taken';
  });
}

/** Renames a passkey of an account; undefined if there is none. */
export const renamePasskey = async (
  db: Kysely<Schema>,
  { accountId, id, name }: { accountId: string; id: string; name: string },
): Promise<PasskeyRow | undefined> =>
  db
    .updateTable('passkeys')
    .set({ name })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/**
 * Records a use with its signature counter; false if the counter did not increase, which means a cloned authenticator
 * or a replayed answer (WebAuthn Level 3 section 6.1.1). Authenticators without a counter always send zero.
 */
export async function advancePasskey(db: Kysely<Schema>, id: string, signCount: number, now: Date): Promise<boolean> {
  const advanced = await db
    .updateTable('passkeys')
    .set({ sign_count: signCount, last_used_at: now })
    .where('id', '=', id)
    .where(({ eb, and, or }) =>
      or([
        eb('sign_count', '<', String(signCount)),
        and([eb('sign_count', '=', '0'), sql<boolean>`${signCount}::bigint = 0`]),
      ]),
    )
    .executeTakeFirst();
  return advanced.numUpdatedRows > 0n;
}

/** Stores a challenge until it is answered or expires. */
export const insertChallenge = async (
  db: Kysely<Schema>,
  challenge: Insertable<PasskeyChallengesTable>,
): Promise<void> => {
  await db.insertInto('passkey_challenges').values(challenge).execute();
};

/** Consumes a challenge; false if there is none for this browser and purpose. */
export async function takeChallenge(
  db: Kysely<Schema>,
  {
    challenge,
    purpose,
    boundTo,
    accountId,
  }: { challenge: Buffer; purpose: Purpose; boundTo: Buffer; accountId: string | null },
  now: Date,
): Promise<boolean> {
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('bound_to', '=', boundTo)
    .where(sql<boolean>`account_id is not distinct from ${accountId}::uuid`)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return taken.numDeletedRows > 0n;
}

/** Deletes expired challenges. */
export const purgeChallenges = async (db: Kysely<Schema>, now: Date): Promise<void> => {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute();
};
