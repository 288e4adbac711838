import { sql, type Kysely } from 'kysely';
import { countersTable } from '../limits/counters.ts';
import type { AuditRow, Db, Schema } from '../schema/schema.ts';
import { leaveTeams } from '../teams/membership.ts';
import { insertDeed } from '../teams/team-log.ts';

const batch = 500;

/** How long an account can be kept after its deletion was asked for. */
const grace = sql`interval '7 days'`;

/** The teams that nobody else belongs to: they are deleted, and kept, with their only member. */
const alone = (id: string) => sql<boolean>`id in (select team_id from team_members as own where person_id = ${id}
  and not exists (select from team_members as other where other.team_id = own.team_id and person_id <> ${id}))`;

/**
 * Has an account deleted in a week: its sessions end, its keys and links sleep, and it leaves the teams of others at once. Its id, and when
 * that is; undefined when there is no such account, and last-admin where one of its teams would have none.
 */
export async function leaveAccount(
  db: Db,
  asked: string,
): Promise<{ id: string; deletesAt: Date } | 'last-admin' | undefined> {
  return db.transaction().execute(async (trx) => {
    const id = await leaveTeams(trx, asked);
    if (id === null) return 'last-admin';
    const rows = await trx
      .updateTable('accounts')
      .set({ leaves_at: sql`coalesce(leaves_at, now() + ${grace})` })
      .where(({ eb, or }) => or([eb('id', '=', id), alone(id)]))
      .where('erased_at', 'is', null)
      .returning(['id', 'leaves_at'])
      .execute();
    await trx.deleteFrom('sessions').where('account_id', '=', id).execute();
    const deletesAt = rows.find((row) => row.id === id)?.leaves_at ?? null;
    if (deletesAt === null) return undefined;
    const actor = { kind: 'person', id } as const;
    for (const row of rows) await insertDeed(trx, { teamId: row.id, actor, action: 'deletion_requested' });
    return { id, deletesAt };
  });
}

/** Keeps an account after all; false where it is too late. */
export async function keepAccount(db: Db, id: string): Promise<boolean> {
  const kept = await db
    .updateTable('accounts')
    .set({ leaves_at: null })
    .where(({ eb, or }) => or([eb('id', '=', id), alone(id)]))
    .where('leaves_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return kept.numUpdatedRows > 0n;
}

/** Shuts an account for good: nobody logs in, its keys are rejected, and its address is free. */
export async function beginErasure(db: Db, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('accounts')
      .set({ erased_at: sql`now()`, disabled_at: sql`coalesce(disabled_at, now())`, email: `erased:${id}` })
      .where('id', '=', id)
      .where('erased_at', 'is', null)
      .execute();
    await trx.deleteFrom('sessions').where('account_id', '=', id).execute();
  });
}

/** Accounts whose week is over, and those whose deletion began and was interrupted. */
export const findErasures = async (db: Kysely<Schema>): Promise<string[]> =>
  (
    await db
      .selectFrom('accounts')
      .select('id')
      .where(({ eb, or }) => or([eb('erased_at', 'is not', null), eb('leaves_at', '<=', sql<Date>`now()`)]))
      .execute()
  ).map(({ id }) => id);

/** Audits of an account that have not ended. */
export const unendedAudits = async (db: Kysely<Schema>, accountId: string): Promise<AuditRow[]> =>
  db
    .selectFrom('audits')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', 'in', ['queued', 'in_progress'])
    .limit(batch)
    .execute();

/** Removes reports, evidence, documents, phases and answers of a bounded number of an account's ended audits; how many. What was sealed stays registered. */
export async function eraseReports(db: Kysely<Schema>, accountId: string): Promise<number> {
  const erased = await sql`
    with due as (
      select id from audits where account_id = ${accountId} and ended_at is not null and purged_at is null
      limit ${batch}::integer for update
    ), reports as (delete from audit_reports using due where audit_id = due.id),
    evidence as (delete from audit_evidence using due where audit_id = due.id),
    phases as (delete from audit_phases using due where audit_id = due.id),
    answers as (delete from share_answers using due where audit_id = due.id),
    documents as (update seals set body = null from due where audit_id = due.id)
    update audits set purged_at = now() from due where audits.id = due.id`.execute(db);
  return Number(erased.numAffectedRows ?? 0);
}

/** Removes the account itself; false where an audit was started meanwhile, which has to go first. */
export async function endErasure(db: Db, id: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // An audit that is being inserted holds a share of this row.
    await trx.selectFrom('accounts').select('id').where('id', '=', id).forUpdate().execute();
    const left = await trx
      .selectFrom('audits')
      .select('id')
      .where('account_id', '=', id)
      .where('purged_at', 'is', null)
      .limit(1)
      .executeTakeFirst();
    if (left !== undefined) return false;
    await trx.deleteFrom('idempotency_keys').where('owner', '=', `account:${id}`).execute();
    // What was counted against it, which would end by itself within a day.
    await sql`delete from ${sql.table(countersTable)} where key like ${`%${id}`}`.execute(trx);
    await trx.deleteFrom('accounts').where('id', '=', id).execute();
    return true;
  });
}
