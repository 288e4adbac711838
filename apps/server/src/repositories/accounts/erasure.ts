import { sql, type Kysely } from 'kysely';
import { countersTable } from '../limits/counters.ts';
import type { AuditRow, Db, Schema } from '../schema/schema.ts';
import { leaveTeams } from '../teams/membership.ts';
import { insertDeed } from '../teams/team-log.ts';

const batch = 500;

/** How long a scheduled deletion can be cancelled. */
const grace = sql`interval '7 days'`;

/** The person's teams without any other member: they are deleted, and kept, with the account. */
const alone = (id: string) => sql<boolean>`id in (select team_id from team_members as own where person_id = ${id}
  and not exists (select from team_members as other where other.team_id = own.team_id and person_id <> ${id}))`;

/**
 * Schedules the deletion of an account in a week: its sessions end, its keys and links are suspended, and it leaves
 * other teams at once. Returns its id and the time of the deletion; undefined if there is no such account, last-admin
 * if a team would have no administrator left.
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

/** Cancels a scheduled deletion; false if it is too late. */
export async function keepAccount(db: Db, id: string): Promise<boolean> {
  const kept = await db
    .updateTable('accounts')
    .set({ leaves_at: null })
    .where(({ eb, or }) => or([eb('id', '=', id), alone(id)]))
    .where('leaves_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return kept.numUpdatedRows > 0n;
}

/** Closes an account permanently: nobody can log in, its keys are refused, and its address is free again. */
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

/** Accounts whose waiting period is over, and those whose deletion was interrupted. */
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

/**
 * Deletes reports, evidence, documents, phases and answers of a limited number of an account's ended audits; returns
 * how many. The register keeps its entries.
 */
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

/** Deletes the account itself; false if an audit was started meanwhile, which must be deleted first. */
export async function endErasure(db: Db, id: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // Waits for inserts of audits, which hold a share lock on this row.
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
    // Its rate-limit counters, which would expire within a day anyway.
    await sql`delete from ${sql.table(countersTable)} where key like ${`%${id}`}`.execute(trx);
    await trx.deleteFrom('accounts').where('id', '=', id).execute();
    return true;
  });
}
