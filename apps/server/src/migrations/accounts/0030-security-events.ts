import { sql, type Kysely } from 'kysely';

// Goes with its account: what stays of a deleted one names nobody.
const events = sql`
  create table security_events (
    id bigint generated always as identity primary key,
    at timestamptz not null default clock_timestamp(),
    account_id uuid not null references accounts on delete cascade,
    kind text not null,
    network text not null,
    user_agent text not null default '',
    detail text not null default ''
  )`;
const byAccount = sql`create index security_events_by_account on security_events (account_id, id desc)`;
const byTime = sql`create index security_events_by_time on security_events (at)`;

/** Who logged in to accounts and changed them, from where: apart from the log of the process, and for so long as the operator says. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [events, byAccount, byTime]) await statement.execute(db);
}
