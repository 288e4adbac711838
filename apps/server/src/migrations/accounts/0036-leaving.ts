import { sql, type Kysely } from 'kysely';

const leaving = sql`alter table accounts add column leaves_at timestamptz`;

// As in migration 2, and also when the keys of an account are suspended or resumed.
const announce = [
  sql`drop trigger accounts_announce on accounts`,
  sql`create trigger accounts_announce after update of plan, disabled_at, leaves_at or delete on accounts
    for each row execute function credentials_announce('id')`,
];

const due = sql`create index accounts_leaving on accounts (leaves_at) where leaves_at is not null`;

/** When an account is due for deletion at its holder's request; until then the request can be cancelled. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [leaving, ...announce, due]) await statement.execute(db);
}
