import { sql, type Kysely } from 'kysely';

// A row without proved_at is an unproved claim.
const controls = sql`
  create table domain_controls (
    account_id uuid not null references accounts on delete cascade,
    domain text not null check (domain = lower(domain) and char_length(domain) between 1 and 253),
    how text check (how in ('dns', 'file')),
    proved_at timestamptz,
    checked_at timestamptz,
    badge_id text unique check (char_length(badge_id) = 22),
    created_at timestamptz not null default now(),
    primary key (account_id, domain),
    check ((how is null) = (proved_at is null))
  )`;
const due = sql`create index domain_controls_due on domain_controls (checked_at) where proved_at is not null`;

// Null: authority was stated without proof, or not at all.
const audits = sql`alter table audits add column authority_proof text check (authority_proof in ('dns', 'file'))`;
const statements = sql`alter table authority_statements add column proof text check (proof in ('dns', 'file'))`;

/** Domains whose control accounts prove, and how authority was proved. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [controls, due, audits, statements]) await statement.execute(db);
}
