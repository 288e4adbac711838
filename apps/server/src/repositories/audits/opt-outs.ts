import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely';
import type { OptOutsTable, Schema } from '../schema/schema.ts';
import { forgetOptedOutSessions } from './mail-sessions.ts';

/** The name and every name above it, from the longest; in A-labels. */
export const withParents = (domain: string): string[] =>
  domain.split('.').map((_label, n, labels) => labels.slice(n).join('.'));

/** Whether the owner of the domain, or of a domain above it, asked not to be audited, as part of a question. */
export const optedOut = (domain: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from opt_outs where domain = any(${withParents(domain)}::text[]))`;

/** Whether each of these addresses lies in a network whose operator asked not to be audited; false without addresses. */
export const allOptedOut = (addresses: readonly string[]): RawBuilder<boolean> => sql<boolean>`
  (cardinality(${[...addresses]}::inet[]) > 0 and not exists (
    select from unnest(${[...addresses]}::inet[]) as address where not exists (
      select from opt_outs where case when domain like '%/%' then address <<= domain::cidr else false end)))`;

/** True where the owner of the domain, or of a domain above it, asked not to be audited. A-labels, lower case. */
export const isOptedOut = async (db: Kysely<Schema>, domain: string): Promise<boolean> =>
  (await db.selectNoFrom(optedOut(domain).as('is')).executeTakeFirstOrThrow()).is;

/**
 * Puts a domain, and with it all below it, or a network on the list; one that is there gets the new reason. What audits share of its hosts is
 * forgotten at once.
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

/** Takes a domain off the list; false where it was not on it. */
export async function removeOptOut(db: Kysely<Schema>, domain: string): Promise<boolean> {
  const removed = await db.deleteFrom('opt_outs').where('domain', '=', domain).executeTakeFirst();
  return removed.numDeletedRows > 0n;
}

/** The whole list by name. */
export const listOptOuts = async (db: Kysely<Schema>): Promise<Selectable<OptOutsTable>[]> =>
  db.selectFrom('opt_outs').selectAll().orderBy('domain').execute();
