import type { Plan } from '@perimeter/contract/plan';
import { randomUUID } from 'node:crypto';
import { dayMs } from '@perimeter/protocols/durations';
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { AccountsTable, Schema } from '../schema/schema.ts';

export type AccountRow = Selectable<AccountsTable>;

/** What an account is made of. */
export interface NewAccount {
  /** Lower case. */
  email: string;
  passwordHash: string;
  isAdmin: boolean;
  /** True: its address has to be confirmed first. */
  isUnconfirmed?: boolean;
}

/** Whether the week is not over in which an account can be kept. */
const isThere = sql<boolean>`(leaves_at is null or leaves_at > now())`;

/** An account that is not disabled, by its id. */
export const findAccount = async (db: Kysely<Schema>, id: string): Promise<AccountRow | undefined> =>
  db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .where(isThere)
    .executeTakeFirst();

/** An account that is not disabled, by its e-mail address in lower case. */
export const findAccountByEmail = async (db: Kysely<Schema>, email: string): Promise<AccountRow | undefined> =>
  db
    .selectFrom('accounts')
    .selectAll()
    .where('email', '=', email)
    .where('disabled_at', 'is', null)
    .where(isThere)
    .executeTakeFirst();

/** True while there is no account at all. */
export const hasNoAccount = async (db: Kysely<Schema>): Promise<boolean> =>
  (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) === undefined;

/** Makes an account; undefined when its e-mail is taken. */
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

/** Makes the first account; undefined when there is one, however many ask at once. */
export async function insertFirstAccount(
  db: Kysely<Schema>,
  account: Omit<NewAccount, 'isAdmin'>,
): Promise<AccountRow | undefined> {
  return db.transaction().execute(async (trx: Transaction<Schema>) => {
    // Nobody else may make one between the look and the deed; readers are not held up.
    await sql`lock table accounts in share row exclusive mode`.execute(trx);
    return (await hasNoAccount(trx)) ? insertAccount(trx, { ...account, isAdmin: true }) : undefined;
  });
}

const uniqueViolation = '23505';

/** Gives an account another address; false when that is taken. */
export async function setEmail(db: Kysely<Schema>, id: string, email: string): Promise<boolean> {
  try {
    await db.updateTable('accounts').set({ email }).where('id', '=', id).execute();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === uniqueViolation) return false;
    throw error;
  }
}

/** Notes that the holder of an account reads what is sent to its address. */
export async function confirmAddress(db: Kysely<Schema>, id: string, now: Date): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ confirmed_at: now })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute();
}

/** How long an address is kept for whoever signed up with it and does not confirm it. */
const unconfirmedForMs = 7 * dayMs;

/** Removes accounts whose address nobody confirmed in time: it may be somebody else's. */
export async function purgeUnconfirmed(db: Kysely<Schema>, now: Date): Promise<void> {
  await db
    .deleteFrom('accounts')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<', new Date(now.getTime() - unconfirmedForMs))
    // Somebody knows them who is a member of another team.
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

/** Sets whether the audits that an account starts are private unless they say otherwise. */
export async function setPrivateByDefault(db: Kysely<Schema>, id: string, isPrivate: boolean): Promise<void> {
  await db.updateTable('accounts').set({ private_by_default: isPrivate }).where('id', '=', id).execute();
}

/** Whether the audits that an account starts are private unless they say otherwise. */
export async function isPrivateByDefault(db: Kysely<Schema>, id: string): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('private_by_default').where('id', '=', id).executeTakeFirst();
  return row?.private_by_default ?? false;
}

/** Moves an account to a plan; false when there is no such account. */
export async function setPlan(db: Kysely<Schema>, email: string, plan: Plan): Promise<boolean> {
  const changed = await db.updateTable('accounts').set({ plan }).where('email', '=', email).executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Shuts an account out, or lets it in again; its row, undefined when there is none. Its sessions end, its keys sleep. */
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
