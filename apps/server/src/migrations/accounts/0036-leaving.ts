import { sql, type Kysely } from 'kysely';

const leaving = sql`alter table accounts add column leaves_at timestamptz`;

// As migration 2, and every process hears that the keys of an account sleep or wake.
const announce = [
  sql`drop trigger accounts_announce on accounts`,
  sql`create trigger accounts_announce after update of plan, disabled_at, leaves_at or delete on accounts
    for each row execute function credentials_announce('id')`,
];

const due = sql`create index accounts_leaving on accounts (leaves_at) where leaves_at is not null`;

/** When an account is deleted whose holder has asked for it: until then it can be kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [leaving, ...announce, due]) await statement.execute(db);
}
