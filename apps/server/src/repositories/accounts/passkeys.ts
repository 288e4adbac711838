import { type Kysely, type Insertable, sql } from 'kysely';
import type { PasskeyChallengesTable, PasskeyRow, PasskeysTable, Purpose } from '../schema/passkeys.ts';
import type { Schema } from '../schema/schema.ts';

/** How many passkeys an account has at most. */
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

/** The passkey with an id that an authenticator gave. */
export const findPasskey = async (db: Kysely<Schema>, credentialId: Buffer): Promise<PasskeyRow | undefined> =>
  db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();

/** Keeps a passkey; full where the account has as many as it may, taken where the credential is known. */
export async function insertPasskey(
  db: Kysely<Schema>,
  passkey: Insertable<PasskeysTable>,
): Promise<PasskeyRow | 'full' | 'taken'> {
  return db.transaction().execute(async (trx) => {
    // Of two at once the second counts the first.
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

/** Names a passkey of an account; undefined where there is none such. */
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
 * Notes a use, once for each counter: false where the counter did not grow since it was read, which is a copy of the
 * authenticator or the same answer twice (WebAuthn Level 3 section 6.1.1). Zero stays zero where nothing is counted.
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

/** Keeps a challenge until it is answered or its time is over. */
export const insertChallenge = async (
  db: Kysely<Schema>,
  challenge: Insertable<PasskeyChallengesTable>,
): Promise<void> => {
  await db.insertInto('passkey_challenges').values(challenge).execute();
};

/** Uses a challenge up; false where there is none such for this browser and this purpose. */
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

/** Removes challenges whose time is over. */
export const purgeChallenges = async (db: Kysely<Schema>, now: Date): Promise<void> => {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute();
};
