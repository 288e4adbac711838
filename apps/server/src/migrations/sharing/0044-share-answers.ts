import { sql, type Kysely } from 'kysely';

const allowed = sql`alter table share_links add column takes_answers boolean not null default false`;

// No foreign key to the link: the account keeps the answers after the link ends.
const answers = sql`
  create table share_answers (
    id uuid primary key,
    audit_id uuid not null references audits on delete cascade,
    account_id uuid not null references accounts on delete cascade,
    share_id uuid not null,
    kind text not null check (kind in ('fixed', 'compensating_control', 'not_ours', 'cannot_reproduce', 'new_measurement')),
    check_id text check (char_length(check_id) between 1 and 100),
    text text not null check (char_length(text) <= 500),
    name text check (char_length(name) between 1 and 80),
    created_at timestamptz not null,
    seen_at timestamptz,
    hidden_at timestamptz,
    check ((kind = 'new_measurement') = (check_id is null))
  )`;

// The same answer through the same link is stored once, however often it is sent. At most 2,420 bytes, because an index
// row is limited to 2,704.
const once = sql`
  create unique index share_answers_once
    on share_answers (share_id, kind, coalesce(check_id, ''), text, coalesce(name, ''))`;

/** Links that accept answers, and the answers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    allowed,
    answers,
    once,
    sql`create index share_answers_by_audit on share_answers (audit_id, created_at)`,
    sql`create index share_answers_by_account on share_answers (account_id, created_at, id)`,
  ])
    await statement.execute(db);
}
