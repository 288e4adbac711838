import { sql, type Kysely } from 'kysely';

// Apart from audits, whose rows go with accounts: who stated that a name may be tested, for complaints alone.
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

// What was stated before stands in audits as long as its callers are remembered.
const earlier = sql`
  insert into authority_statements (audit_id, domain, registrable_domain, stated_by, stated_at)
  select id, domain, registrable_domain, authority_by, authority_at from audits
  where authority_by is not null and authority_at > now() - interval '24 months'`;

// Neither ports nor paths were swept, because the operator does not allow that for the caller.
const passive = sql`alter table audits add column is_passive boolean not null default false`;

// Processes that run audits: what targets take is divided among them.
const processes = sql`
  create unlogged table worker_processes (id uuid primary key, seen_at timestamptz not null default now())`;

/** Keeps statements of authority apart from audits, says which audits swept nothing, and counts processes that run audits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [statements, byDomain, byTime, earlier, passive, processes]) await statement.execute(db);
}
