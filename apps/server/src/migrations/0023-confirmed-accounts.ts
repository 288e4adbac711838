import { sql, type Kysely } from 'kysely';

// Existing accounts, and those that an operator creates, need no confirmation.
const column = sql`alter table accounts add column confirmed_at timestamptz default now()`;

const announce = sql`
  create or replace trigger accounts_announce after update of plan, disabled_at, confirmed_at or delete on accounts
    for each row execute function credentials_announce('id')`;

/** When the account's address was confirmed; before that, the account can neither start audits nor have keys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await column.execute(db);
  await announce.execute(db);
}
