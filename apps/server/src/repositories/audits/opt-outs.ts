import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely';
import type { OptOutsTable, Schema } from '../schema/schema.ts';
import { forgetOptedOutSessions } from './mail-sessions.ts';

/** The name and all its parents, longest first, in A-labels. */
export const withParents = (domain: string): string[] =>
  domain.split('.').map((_label, n, labels) => labels.slice(n).join('.'));

/** SQL condition: the owner of the domain, or of a parent domain, has opted out. */
export const optedOut = (domain: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from opt_outs where domain = any(${withParents(domain)}::text[]))`;

/** SQL condition: each of these addresses is in an opted-out network; false without addresses. */
export const allOptedOut = (addresses: readonly string[]): RawBuilder<boolean> => sql<boolean>`
  (cardinality(${[...addresses]}::inet[]) > 0 and not exists (
    select from unnest(${[...addresses]}::inet[]) as address where not exists (
      select from opt_outs where case when domain like '%/%' then address <<= domain::cidr else false end)))`;

/** True if the owner of the domain, or of a parent domain, has opted out. A-labels, in lower case. */
export const isOptedOut = async (db: Kysely<Schema>, domain: string): Promise<boolean> =>
  (await db.selectNoFrom(optedOut(domain).as('is')).executeTakeFirstOrThrow()).is;

/**
 * Adds a domain (including all subdomains) or a network to the opt-out list, or updates its reason. Shared sessions
 * with its hosts are deleted at once.
 */
export async function addOptOut(db: Kysely<Schema>, domain: string, reason: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('opt_outs')
      .values({ domain, reason })
      .onConflict((conflict) => conflict.column('domain').doUpdateSet({ reason }))
      .execute();
    await forgetOptedOutSessions.execute(trx);
  });
}

/** Removes an entry from the opt-out list; false if it was not listed. */
export async function removeOptOut(db: Kysely<Schema>, domain: string): Promise<boolean> {
  const removed = await db.deleteFrom('opt_outs').where('domain', '=', domain).executeTakeFirst();
  return removed.numDeletedRows > 0n;
}

/** The whole list, sorted by name. */
export const listOptOuts = async (db: Kysely<Schema>): Promise<Selectable<OptOutsTable>[]> =>
  db.selectFrom('opt_outs').selectAll().orderBy('domain').execute();
