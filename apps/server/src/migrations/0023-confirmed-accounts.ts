import { sql, type Kysely } from 'kysely';

// Accounts from before, and those that an operator makes, need no confirmation.
const column = sql`alter table accounts add column confirmed_at timestamptz default now()`;

const announce = sql`
  create or replace trigger accounts_announce after update of plan, disabled_at, confirmed_at or delete on accounts
    for each row execute function credentials_announce('id')`;

/** When the address of an account was confirmed; until then it starts no audits and has no keys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await column.execute(db);
  await announce.execute(db);
}
