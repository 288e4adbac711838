import { sql, type Kysely } from 'kysely';

// Existing rows cover any severity and name no person, because neither was asked for then.
const terms = sql`
  alter table waivers
    add column host text check (host = lower(host) and char_length(host) between 1 and 253),
    add column severity text check (severity in ('critical', 'high', 'medium', 'low')),
    add column owner text check (char_length(owner) between 1 and 200)`;

const oneEach = sql`
  create unique index waivers_one_each on waivers (account_id, domain, coalesce(fingerprint, check_id), coalesce(host, ''))`;

/** Accepted risks record the accepted severity, the responsible person and the host. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [terms, sql`drop index waivers_one_each`, oneEach]) await statement.execute(db);
}
