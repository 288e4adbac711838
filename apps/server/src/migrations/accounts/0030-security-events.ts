import { sql, type Kysely } from 'kysely';

// Deleted with its account: nothing that remains of a deleted account names a person.
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

/**
 * Logins and changes of accounts with their networks: separate from the process log, with a retention that the operator
 * sets.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [events, byAccount, byTime]) await statement.execute(db);
}
