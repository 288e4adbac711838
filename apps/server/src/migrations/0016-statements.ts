import { sql, type Kysely } from 'kysely';

// Separate from audits, whose rows are deleted with accounts: who stated authority over a name, kept to answer
// complaints.
const statements = sql`
  create table authority_statements (
    id bigint generated always as identity primary key,
    audit_id uuid not null,
    domain text not null,
    registrable_domain text not null,
    stated_by text not null,
    stated_at timestamptz not null default now()
  )`;
const byDomain = sql`create index authority_statements_domain on authority_statements (registrable_domain, stated_at)`;
const byTime = sql`create index authority_statements_time on authority_statements (stated_at)`;

// Earlier statements are in the audits, as long as their callers are stored.
const earlier = sql`
  insert into authority_statements (audit_id, domain, registrable_domain, stated_by, stated_at)
  select id, domain, registrable_domain, authority_by, authority_at from audits
  where authority_by is not null and authority_at > now() - interval '24 months'`;

// Neither ports nor paths were probed, because the operator does not allow that for this caller.
const passive = sql`alter table audits add column is_passive boolean not null default false`;

// Processes that run audits: the send budget of a target is divided among them.
const processes = sql`
  create unlogged table worker_processes (id uuid primary key, seen_at timestamptz not null default now())`;

/** Statements of authority in a table of their own, passive audits, and the processes that run audits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [statements, byDomain, byTime, earlier, passive, processes]) await statement.execute(db);
}
