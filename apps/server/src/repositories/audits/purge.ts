import { anonymousTerms, planTerms } from '@perimeter/contract/account/plan';
import { sql, type Kysely } from 'kysely';
import { tryLock } from '../locks.ts';
import { statementMonths } from './statements.ts';
import { forgetOptedOutSessions } from './mail-sessions.ts';
import { purgeShareLinks } from '../sharing/share-links.ts';
import type { Schema } from '../schema/schema.ts';
import { purgeMeasurings } from '../limits/ceilings.ts';
import { idempotencyHours } from '../limits/idempotency.ts';

/** How much was deleted. */
export interface Purged {
  reports: number;
  idempotencyKeys: number;
  memories: number;
}

const batch = 500;

// Audits of deleted accounts have the retention of anonymous ones.
const retentionDays = sql<number>`case accounts.plan
  when 'free' then ${planTerms.free.retentionDays}::integer
  when 'pro' then ${planTerms.pro.retentionDays}::integer
  when 'team' then ${planTerms.team.retentionDays}::integer
  else ${anonymousTerms.retentionDays}::integer end`;

/**
 * Deletes reports, evidence and answers of audits beyond their plan's retention; the audits stay, without the caller's
 * network.
 */
const purgeReports = sql`
  with due as (
    select audits.id from audits left join accounts on accounts.id = audits.account_id
    where audits.ended_at < now() - make_interval(days => ${retentionDays}) and audits.purged_at is null
    order by audits.ended_at limit ${batch}::integer for update of audits skip locked
  ), reports as (delete from audit_reports using due where audit_id = due.id),
  evidence as (delete from audit_evidence using due where audit_id = due.id),
  answers as (delete from share_answers using due where audit_id = due.id),
  documents as (update seals set body = null from due where audit_id = due.id)
  update audits set purged_at = now(), network = null,
    authority_by = case when authority_by like 'network:%' then null else authority_by end
  from due where audits.id = due.id`;

/**
 * Public memories show whether a key is replaced within 398 days (the maximum validity of certificates), so they are
 * kept longer than that.
 */
const publicMemoryDays = 550;

/**
 * Deletes memories of targets that were not audited within the retention of reports, or whose owners have opted out.
 */
const purgeMemories = sql`
  delete from audit_memories as memory
  where updated_at < now() - make_interval(days => case when memory.account_id is null then ${publicMemoryDays}::integer
      else (select ${retentionDays} from accounts where accounts.id = memory.account_id) end)
    or exists (select from opt_outs where domain = registrable_domain)`;

/** Deletes the phases of audits that have ended, because their report or failure replaces them. */
const purgePhases = sql`
  delete from audit_phases using audits where audits.id = audit_id and audits.ended_at < now() - interval '10 minutes'`;

const purgeSessions = sql`
  update audit_memories set encrypted_sessions = null, sessions_until = null where sessions_until < now()`;

/** Removes the networks from credits of earlier months, which count no more. */
const purgeNetworks = sql`
  delete from credit_entries
  where owner like 'network:%' and period < date_trunc('month', now() at time zone 'UTC')::date`;

const purgeStatements = sql`delete from authority_statements where stated_at < now() - interval '${sql.raw(String(statementMonths))} months'`;

/** Deletes expired data, with a limited number of reports per call; null if another process is doing so. */
export async function purge(db: Kysely<Schema>): Promise<Purged | null> {
  return db.transaction().execute(async (trx) => {
    if (!(await tryLock(trx, 'purge', 'all'))) return null;
    const reports = await purgeReports.execute(trx);
    const keys = await trx
      .deleteFrom('idempotency_keys')
      .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${idempotencyHours}::integer)`)
      .executeTakeFirst();
    const memories = await purgeMemories.execute(trx);
    await purgeSessions.execute(trx);
    await trx
      .deleteFrom('mail_sessions')
      .where('kept_until', '<', sql<Date>`now()`)
      .execute();
    await forgetOptedOutSessions.execute(trx);
    await purgePhases.execute(trx);
    await purgeNetworks.execute(trx);
    await purgeMeasurings.execute(trx);
    await purgeStatements.execute(trx);
    await purgeShareLinks.execute(trx);
    return {
      reports: Number(reports.numAffectedRows ?? 0),
      idempotencyKeys: Number(keys.numDeletedRows),
      memories: Number(memories.numAffectedRows ?? 0),
    };
  });
}

/** True if a purge reached its limit, so that there may be more. */
export const mayHaveMore = ({ reports }: Purged): boolean => reports === batch;
