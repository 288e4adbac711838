import { type Kysely, sql, type Transaction } from 'kysely';
import type { Schema } from '../schema/schema.ts';
import type { SigningKeyRow } from '../schema/seals.ts';

export type KeyRole = SigningKeyRow['role'];
/** Why a key is no longer active. */
export type KeyEnding = Exclude<SigningKeyRow['status'], 'active'>;

export type StoredKey = Pick<SigningKeyRow, 'kid' | 'role' | 'certificate' | 'encrypted_key'>;
/** The active key of each role. */
export type ActiveKeys = Partial<Record<KeyRole, StoredKey>>;

/** Blocks replacement of keys and additions to the register until the transaction ends. */
export async function lockSeals(trx: Transaction<Schema>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('perimeter.seals'))`.execute(trx);
}

/** The active keys. */
export async function activeKeys(db: Kysely<Schema>): Promise<ActiveKeys> {
  const rows = await db
    .selectFrom('signing_keys')
    .select(['kid', 'role', 'certificate', 'encrypted_key'])
    .where('status', '=', 'active')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.role, row]));
}

/** The status of a key, and since when if it is not active; undefined if there is none. */
export const findKey = async (
  db: Kysely<Schema>,
  kid: string,
): Promise<Pick<SigningKeyRow, 'status' | 'ended_at'> | undefined> =>
  db.selectFrom('signing_keys').select(['status', 'ended_at']).where('kid', '=', kid).executeTakeFirst();

/** Ends the active key of a role, if there is one. */
export async function endActiveKey(trx: Transaction<Schema>, role: KeyRole, status: KeyEnding): Promise<void> {
  await trx
    .updateTable('signing_keys')
    .set({ status, ended_at: new Date() })
    .where('role', '=', role)
    .where('status', '=', 'active')
    .execute();
}

/** Adds a key as the active one of its role; a retired key becomes active again. */
export async function activateKey(trx: Transaction<Schema>, key: StoredKey): Promise<void> {
  await trx
    .insertInto('signing_keys')
    .values(key)
    .onConflict((conflict) =>
      conflict
        .column('kid')
        .doUpdateSet({ status: 'active', ended_at: sql<Date>`null`, encrypted_key: key.encrypted_key }),
    )
    .execute();
}

/** Marks a key as compromised since a time. */
export async function endCompromised(trx: Transaction<Schema>, kid: string, since: Date): Promise<void> {
  await trx
    .updateTable('signing_keys')
    .set({ status: 'compromised', ended_at: since })
    .where('kid', '=', kid)
    .execute();
}

/** All stored keys, still encrypted. */
export const encryptedKeys = async (db: Kysely<Schema>): Promise<Pick<SigningKeyRow, 'kid' | 'encrypted_key'>[]> =>
  db.selectFrom('signing_keys').select(['kid', 'encrypted_key']).where('encrypted_key', 'is not', null).execute();

/** Replaces the encryption of a stored key. */
export async function replaceEncryption(db: Kysely<Schema>, kid: string, encrypted: Buffer): Promise<void> {
  await db.updateTable('signing_keys').set({ encrypted_key: encrypted }).where('kid', '=', kid).execute();
}

/** Every key that was ever used for sealing, newest first. */
export const allKeys = async (
  db: Kysely<Schema>,
): Promise<Pick<SigningKeyRow, 'kid' | 'role' | 'status' | 'certificate' | 'ended_at'>[]> =>
  db
    .selectFrom('signing_keys')
    .select(['kid', 'role', 'status', 'certificate', 'ended_at'])
    .orderBy('created_at', 'desc')
    .orderBy('role')
    .execute();
