import { controlDays, mostControls } from '@perimeter/contract/account/control';
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { DomainControlsTable } from '../schema/domains.ts';
import { inTransaction } from '../in-transaction.ts';
import type { Schema } from '../schema/schema.ts';

export type ControlRow = Selectable<DomainControlsTable>;

const holds = sql<boolean>`proved_at > now() - make_interval(days => ${controlDays}::integer)`;

/** The account's claims of control, by name. */
export const listControls = async (db: Kysely<Schema>, accountId: string): Promise<ControlRow[]> =>
  db.selectFrom('domain_controls').selectAll().where('account_id', '=', accountId).orderBy('domain').execute();

/** An account's claim of control. */
export const findControl = async (
  db: Kysely<Schema>,
  accountId: string,
  domain: string,
): Promise<ControlRow | undefined> =>
  db
    .selectFrom('domain_controls')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('domain', '=', domain)
    .executeTakeFirst();

/** Creates a claim or returns the existing one; undefined if the account has the maximum. */
export async function beginControl(
  db: Kysely<Schema>,
  accountId: string,
  domain: string,
): Promise<ControlRow | undefined> {
  return inTransaction(db, async (trx) => {
    // Serializes the account's claims, so that the count still holds at commit.
    await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute();
    const all = await listControls(trx, accountId);
    const there = all.find((row) => row.domain === domain);
    if (there !== undefined || all.length >= mostControls) return there;
    return trx
      .insertInto('domain_controls')
      .values({ account_id: accountId, domain })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** Deletes a claim with its badge; false if there is none. */
export async function endControl(db: Kysely<Schema>, accountId: string, domain: string): Promise<boolean> {
  const ended = await db
    .deleteFrom('domain_controls')
    .where('account_id', '=', accountId)
    .where('domain', '=', domain)
    .executeTakeFirst();
  return ended.numDeletedRows > 0n;
}

/** Stores the result of looking for a proof; undefined if the claim was deleted meanwhile. */
export const keepLook = async (
  db: Kysely<Schema>,
  { account_id: accountId, domain }: Pick<ControlRow, 'account_id' | 'domain'>,
  how: 'dns' | 'file' | null,
): Promise<ControlRow | undefined> =>
  db
    .updateTable('domain_controls')
    .set({ checked_at: sql<Date>`now()`, ...(how === null ? {} : { how, proved_at: sql<Date>`now()` }) })
    .where('account_id', '=', accountId)
    .where('domain', '=', domain)
    .returningAll()
    .executeTakeFirst();

/**
 * Takes valid claims that were checked more than a day ago, the oldest first; no other process takes them for a day.
 */
export async function takeDueControls(db: Kysely<Schema>, most: number): Promise<ControlRow[]> {
  const { rows } = await sql<ControlRow>`
    with due as (
      select account_id, domain from domain_controls
      where ${holds} and checked_at < now() - interval '1 day'
      order by checked_at limit ${most}::integer for update skip locked
    )
    update domain_controls as taken set checked_at = now() from due
    where taken.account_id = due.account_id and taken.domain = due.domain
    returning taken.*`.execute(db);
  return rows;
}

/**
 * How an account proves control of a name: by a proof for the name itself, or by a DNS record of a parent domain. A
 * file on a web site proves nothing about subdomains, because other people may control them.
 */
export async function proofOfName(
  trx: Transaction<Schema>,
  accountId: string,
  name: string,
): Promise<'dns' | 'file' | null> {
  const labels = name.split('.');
  const names = labels.map((_, at) => labels.slice(at).join('.'));
  const rows = await trx
    .selectFrom('domain_controls')
    .select('how')
    .where('account_id', '=', accountId)
    .where('domain', 'in', names)
    .where(holds)
    .where(({ eb, or }) => or([eb('how', '=', 'dns'), eb('domain', '=', name)]))
    .orderBy('how')
    .limit(1)
    .execute();
  return rows[0]?.how ?? null;
}

/** Adds or removes the badge of a valid claim; undefined if there is no such claim. */
export const setBadge = async (
  db: Kysely<Schema>,
  accountId: string,
  domain: string,
  badgeId: string | null,
): Promise<ControlRow | undefined> =>
  db
    .updateTable('domain_controls')
    .set({ badge_id: badgeId === null ? null : sql<string>`coalesce(badge_id, ${badgeId}::text)` })
    .where('account_id', '=', accountId)
    .where('domain', '=', domain)
    .$if(badgeId !== null, (query) => query.where(holds))
    .returningAll()
    .executeTakeFirst();

/** What a badge shows: the account's latest completed audit; null if the claim or the account is not valid. */
export interface BadgeFacts {
  domain: string;
  latest: { grade: string; endedAt: Date } | null;
}

/** The facts of a badge; undefined if there is none. Only the latest audit counts, and only if its grade is final. */
export async function findBadge(db: Kysely<Schema>, badgeId: string): Promise<BadgeFacts | undefined> {
  const { rows } = await sql<{ domain: string; grade: string | null; ended_at: Date | null }>`
    select control.domain, latest.grade, latest.ended_at
    from domain_controls as control
    join accounts on accounts.id = control.account_id
    left join lateral (
      select grade, ended_at, grade_status from audits
      where account_id = control.account_id and domain = control.domain and status = 'completed'
      order by ended_at desc limit 1
    ) as latest on ${holds} and disabled_at is null and leaves_at is null and grade_status = 'final'
    where badge_id = ${badgeId}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { domain, grade, ended_at: endedAt } = row;
  return { domain, latest: grade === null || endedAt === null ? null : { grade, endedAt } };
}
