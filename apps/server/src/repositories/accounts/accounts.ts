import type { Plan } from '@perimeter/contract/account/plan';
import { randomUUID } from 'node:crypto';
import { dayMs } from '@perimeter/protocols/durations';
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { AccountsTable, Schema } from '../schema/schema.ts';

export type AccountRow = Selectable<AccountsTable>;

/** A new account. */
export interface NewAccount {
  /** In lower case. */
  email: string;
  passwordHash: string;
  isAdmin: boolean;
  /** True if the address must be confirmed first. */
  isUnconfirmed?: boolean;
}

/** True until the waiting period of a scheduled deletion is over. */
const isThere = sql<boolean>`(leaves_at is null or leaves_at > now())`;

/** Finds an account by its id, unless it is disabled. */
export const findAccount = async (db: Kysely<Schema>, id: string): Promise<AccountRow | undefined> =>
  db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .where(isThere)
    .executeTakeFirst();

/** Finds an account by its e-mail address in lower case, unless it is disabled. */
export const findAccountByEmail = async (db: Kysely<Schema>, email: string): Promise<AccountRow | undefined> =>
  db
    .selectFrom('accounts')
    .selectAll()
    .where('email', '=', email)
    .where('disabled_at', 'is', null)
    .where(isThere)
    .executeTakeFirst();

/** True if there is no account at all. */
export const hasNoAccount = async (db: Kysely<Schema>): Promise<boolean> =>
  (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) === undefined;

/** Creates an account; undefined if its e-mail address is taken. */
export const insertAccount = async (db: Kysely<Schema>, account: NewAccount): Promise<AccountRow | undefined> =>
  db
    .insertInto('accounts')
    .values({
      id: randomUUID(),
      email: account.email,
      password_hash: account.passwordHash,
      is_admin: account.isAdmin,
      ...(account.isUnconfirmed === true ? { confirmed_at: null } : {}),
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst();

/** Creates the first account; undefined if there is one, also under concurrent requests. */
export async function insertFirstAccount(
  db: Kysely<Schema>,
  account: Omit<NewAccount, 'isAdmin'>,
): Promise<AccountRow | undefined> {
  return db.transaction().execute(async (trx: Transaction<Schema>) => {
    // Blocks other inserts between the check and the insert; reads continue.
    await sql`lock table accounts in share row exclusive mode`.execute(trx);
    return (await hasNoAccount(trx)) ? insertAccount(trx, { ...account, isAdmin: true }) : undefined;
  });
}

const uniqueViolation = '23505';

/** Changes an account's address; false if that is taken. */
export async function setEmail(db: Kysely<Schema>, id: string, email: string): Promise<boolean> {
  try {
    await db.updateTable('accounts').set({ email }).where('id', '=', id).execute();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === uniqueViolation) return false;
    throw error;
  }
}

/** Records that the holder of an account has access to its address. */
export async function confirmAddress(db: Kysely<Schema>, id: string, now: Date): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ confirmed_at: now })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute();
}

/** How long an unconfirmed sign-up reserves its address. */
const unconfirmedForMs = 7 * dayMs;

/** Deletes accounts whose address was not confirmed in time: it may belong to someone else. */
export async function purgeUnconfirmed(db: Kysely<Schema>, now: Date): Promise<void> {
  await db
    .deleteFrom('accounts')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<', new Date(now.getTime() - unconfirmedForMs))
    // A member of another team is known to that team, so keep the account.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('team_members')
            .select('team_id')
            .whereRef('person_id', '=', 'accounts.id')
            .whereRef('team_id', '!=', 'accounts.id'),
        ),
      ),
    )
    .execute();
}

/** Sets whether an account's audits are private by default. */
export async function setPrivateByDefault(db: Kysely<Schema>, id: string, isPrivate: boolean): Promise<void> {
  await db.updateTable('accounts').set({ private_by_default: isPrivate }).where('id', '=', id).execute();
}

/** True if an account's audits are private by default. */
export async function isPrivateByDefault(db: Kysely<Schema>, id: string): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('private_by_default').where('id', '=', id).executeTakeFirst();
  return row?.private_by_default ?? false;
}

/** Changes the plan of an account; false if there is no such account. */
export async function setPlan(db: Kysely<Schema>, email: string, plan: Plan): Promise<boolean> {
  const changed = await db.updateTable('accounts').set({ plan }).where('email', '=', email).executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/**
 * Disables or enables an account; its row, undefined if there is none. Disabling ends its sessions and suspends its
 * keys.
 */
export async function setDisabled(
  db: Kysely<Schema>,
  email: string,
  isDisabled: boolean,
): Promise<AccountRow | undefined> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('accounts')
      .set({ disabled_at: isDisabled ? sql`coalesce(disabled_at, now())` : null })
      .where('email', '=', email)
      .returningAll()
      .executeTakeFirst();
    if (row !== undefined && isDisabled) await trx.deleteFrom('sessions').where('account_id', '=', row.id).execute();
    return row;
  });
}
