import type { Plan, Scope } from '@perimeter/contract/account/plan';
import { sql, type ExpressionBuilder, type Kysely, type Selectable } from 'kysely';
import { inTransaction } from '../in-transaction.ts';
import type { ApiKeysTable, Schema } from '../schema/schema.ts';

export type KeyRow = Selectable<ApiKeysTable>;

/** A valid key, with its account's plan and rights. */
export interface UsableKey {
  id: string;
  hash: Buffer;
  accountId: string;
  plan: Plan;
  isConfirmed: boolean;
  ofAdmin: boolean;
  scopes: Scope[];
  expiresAt: Date | null;
}

/** The keys with these hashes that are valid at this time, of accounts that are enabled. */
export async function findUsableKeys(db: Kysely<Schema>, hashes: readonly Buffer[], now: Date): Promise<UsableKey[]> {
  return db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select(['api_keys.id', 'hash', 'accounts.id as accountId', 'accounts.plan', 'scopes', 'expires_at as expiresAt'])
    .select([sql<boolean>`confirmed_at is not null`.as('isConfirmed'), 'is_admin as ofAdmin'])
    .where(sql<boolean>`hash = any(${hashes}::bytea[])`)
    .where('revoked_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where('leaves_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .execute();
}

/** Replaces a key's hash, unless it was changed meanwhile. */
export const rehashKey = async (db: Kysely<Schema>, id: string, from: Buffer, to: Buffer): Promise<void> => {
  await db.updateTable('api_keys').set({ hash: to }).where('id', '=', id).where('hash', '=', from).execute();
};

/** A new key; its secret is already hashed. */
export interface NewKey {
  id: string;
  accountId: string;
  hash: Buffer;
  prefix: string;
  lastFour: string;
  name: string;
  scopes: Scope[];
  expiresAt: Date | null;
  now: Date;
}

const insert = async (db: Kysely<Schema>, key: NewKey): Promise<KeyRow> =>
  db
    .insertInto('api_keys')
    .values({
      id: key.id,
      account_id: key.accountId,
      hash: key.hash,
      prefix: key.prefix,
      last_four: key.lastFour,
      name: key.name,
      scopes: key.scopes,
      created_at: key.now,
      expires_at: key.expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

const isUsable = (now: Date) => (eb: ExpressionBuilder<Schema, 'api_keys'>) =>
  eb.and([eb('revoked_at', 'is', null), eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)])]);

/** Maximum number of valid keys of an account. */
export const mostKeys = 100;

/** Creates a key; undefined if the account has the maximum, also under concurrent requests. */
export async function insertKey(db: Kysely<Schema>, key: NewKey): Promise<KeyRow | undefined> {
  return inTransaction(db, async (trx) => {
    await trx.selectFrom('accounts').select('id').where('id', '=', key.accountId).forUpdate().execute();
    const { count } = await trx
      .selectFrom('api_keys')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('account_id', '=', key.accountId)
      .where(isUsable(key.now))
      .executeTakeFirstOrThrow();
    return Number(count) < mostKeys ? insert(trx, key) : undefined;
  });
}

/** The keys of an account, newest first, including invalid ones. */
export const listKeys = async (db: Kysely<Schema>, accountId: string): Promise<KeyRow[]> =>
  db
    .selectFrom('api_keys')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(500)
    .execute();

/**
 * What a rotation needs besides the old key: the new key without inherited properties, and the grace period of the old
 * one.
 */
export interface Rotation {
  accountId: string;
  oldId: string;
  fresh: Pick<NewKey, 'id' | 'hash' | 'prefix' | 'lastFour'>;
  graceMs: number;
  now: Date;
}

// The successor of a key with a limited lifetime gets the same lifetime.
const sameLife = ({ created_at: created, expires_at: expires }: KeyRow, now: Date): Date | null =>
  expires === null ? null : new Date(now.getTime() + expires.getTime() - created.getTime());

const earlier = (one: Date, other: Date | null): Date => (other !== null && other < one ? other : one);

/**
 * Replaces a key by one with the same name and scopes. The old key works until its grace period ends or it expires,
 * whichever is first. Undefined if it is invalid or was already rotated; of two concurrent rotations one succeeds.
 */
export async function rotateKey(db: Kysely<Schema>, rotation: Rotation): Promise<KeyRow | undefined> {
  const { accountId, oldId, fresh, graceMs, now } = rotation;
  return inTransaction(db, async (trx) => {
    const old = await trx
      .selectFrom('api_keys')
      .selectAll()
      .where('id', '=', oldId)
      .where('account_id', '=', accountId)
      .where('replaced_by', 'is', null)
      .where(isUsable(now))
      .forUpdate()
      .executeTakeFirst();
    if (old === undefined) return undefined;
    const { name, scopes } = old;
    const row = await insert(trx, { ...fresh, accountId, name, scopes, expiresAt: sameLife(old, now), now });
    const end = earlier(new Date(now.getTime() + graceMs), old.expires_at);
    await trx.updateTable('api_keys').set({ replaced_by: fresh.id, expires_at: end }).where('id', '=', oldId).execute();
    return row;
  });
}

/** Revokes a key of an account, idempotently; false if there is no such key. */
export async function revokeKey(db: Kysely<Schema>, accountId: string, id: string, now: Date): Promise<boolean> {
  const changed = await db
    .updateTable('api_keys')
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, ${now})` })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Saves when keys were last used, in one statement. */
export async function touchKeys(db: Kysely<Schema>, uses: ReadonlyMap<string, Date>): Promise<void> {
  if (uses.size === 0) return;
  await sql`
    update api_keys set last_used_at = greatest(last_used_at, uses.at)
    from unnest(${[...uses.keys()]}::uuid[], ${[...uses.values()]}::timestamptz[]) as uses (id, at)
    where api_keys.id = uses.id`.execute(db);
}

/** The account of a key, if the key exists. */
export const findKeyOwner = async (db: Kysely<Schema>, id: string): Promise<string | undefined> =>
  (await db.selectFrom('api_keys').select('account_id').where('id', '=', id).executeTakeFirst())?.account_id;
