import type { AuditFailure } from '@perimeter/contract/audit';
import type { ScanMode } from '@perimeter/contract/report';
import { sql, type Transaction } from 'kysely';
import { toAuditId } from '../../audits/audit-id.ts';
import { takeLock, takeLocks } from '../locks.ts';
import type { AuditRow, Schema } from '../schema/schema.ts';
import { sealedUnder, type SealedReport } from '../../audits/sealed-report.ts';
import { giveBackCredits } from '../limits/credits.ts';
import { findExtract, findReport } from './reports.ts';

/** A target: audits of the same one may share a measurement. */
export interface Target {
  domain: string;
  scanMode: ScanMode;
  /** A deep audit with stated authority sends more, so its measurement is separate. */
  hasAuthority: boolean;
  /** A measurement without port and path sweeps shows less. */
  isPassive: boolean;
}

const lockName = ({ domain, scanMode, hasAuthority, isPassive }: Target): string =>
  `${scanMode}${hasAuthority ? ' authority' : ''}${isPassive ? ' passive' : ''} ${domain}`;

/** The target of an audit. */
export const targetOf = (audit: Pick<AuditRow, 'domain' | 'scan_mode' | 'authority_at' | 'is_passive'>): Target => ({
  domain: audit.domain,
  scanMode: audit.scan_mode,
  hasAuthority: audit.authority_at !== null,
  isPassive: audit.is_passive,
});

/** Serializes the transactions that decide who measures a target. */
export const lockTarget = async (trx: Transaction<Schema>, target: Target): Promise<void> =>
  takeLock(trx, 'target', lockName(target));

/** Serializes an owner's starts and the decision who measures a target. */
export const lockStart = async (trx: Transaction<Schema>, owner: string, target: Target): Promise<void> =>
  takeLocks(trx, { space: 'owner', name: owner }, { space: 'target', name: lockName(target) });

/**
 * The audit whose measurement of a target this account's audit may share: one that ended recently, else a running one.
 * Measurements of private audits are only shared within their account, because sharing would reveal their existence.
 * The row is locked, so that the audit cannot end before the transaction does.
 */
export async function findMeasurement(
  trx: Transaction<Schema>,
  { domain, scanMode, hasAuthority, isPassive }: Target,
  accountId: string | null,
  keptSeconds: number,
): Promise<AuditRow | undefined> {
  return trx
    .selectFrom('audits')
    .selectAll()
    .where('domain', '=', domain)
    .where('scan_mode', '=', scanMode)
    .where('authority_at', hasAuthority ? 'is not' : 'is', null)
    .where('is_passive', '=', isPassive)
    .where('shares_with', 'is', null)
    .where('purged_at', 'is', null)
    .where((is) => is.or([is('is_private', '=', false), is('account_id', '=', accountId)]))
    .where((is) =>
      is.or([
        is('status', 'in', ['queued', 'in_progress']),
        is.and([
          is('status', '=', 'completed'),
          is('ended_at', '>', sql<Date>`now() - make_interval(secs => ${keptSeconds}::integer)`),
        ]),
      ]),
    )
    .orderBy(sql`ended_at desc nulls last`)
    .orderBy('started_at')
    .limit(1)
    .forShare()
    .executeTakeFirst();
}

/** The audits that share this one's measurement and have not ended. */
async function sharing(trx: Transaction<Schema>, leaderId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('audits')
    .select('id')
    .where('shares_with', '=', leaderId)
    .where('status', 'in', ['queued', 'in_progress'])
    .orderBy('is_private')
    .orderBy('started_at')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Completes audits with another one's completed measurement, each with the report under its own id; sharing is free of
 * charge.
 */
async function completeFrom(
  trx: Transaction<Schema>,
  leaderId: string,
  ids: readonly string[],
  report: SealedReport,
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('audits')
    .set({ status: 'in_progress', running_at: sql`now()` })
    .where('id', 'in', ids)
    .where('status', '=', 'queued')
    .execute();
  await sql`
    update audits as own set
      status = 'completed', percent = 100, phases_completed = own.phases_total, current_phase = leader.current_phase,
      checks_executed = leader.checks_executed, findings_count = leader.findings_count,
      score = leader.score, grade = leader.grade, grade_status = leader.grade_status,
      policy_version = leader.policy_version, severities = leader.severities,
      concluded_permille = leader.concluded_permille, uncapped = leader.uncapped, issues = leader.issues,
      deadline_at = leader.deadline_at, deadline_kind = leader.deadline_kind,
      -- As the report says, but never before it was asked for.
      ended_at = greatest(leader.ended_at, own.started_at)
    from audits as leader
    where leader.id = ${leaderId} and own.id = any(${ids}::uuid[])`.execute(trx);
  // The extract does not contain the id; it is added when read.
  const compared = (await findExtract(trx, leaderId))?.compared;
  for (const id of ids) {
    await trx
      .insertInto('audit_reports')
      .values({ audit_id: id, ...sealedUnder(toAuditId(id), report), compared })
      .execute();
  }
  await giveBackCredits(trx, ids, 'shared');
}

/** Completes all audits that share a measurement that has just completed with this report. */
export const completeSharing = async (
  trx: Transaction<Schema>,
  leaderId: string,
  report: SealedReport,
): Promise<void> => completeFrom(trx, leaderId, await sharing(trx, leaderId), report);

/** Sets a queued audit to the progress of the one that it shares. */
export async function catchUp(trx: Transaction<Schema>, id: string): Promise<void> {
  await sql`
    update audits as own set
      status = 'in_progress', running_at = now(), current_phase = leader.current_phase,
      phases_completed = least(own.phases_total, leader.phases_completed), checks_executed = leader.checks_executed,
      findings_count = leader.findings_count, percent = leader.percent
    from audits as leader
    where own.id = ${id} and leader.id = own.shares_with and leader.status = 'in_progress'`.execute(trx);
}

/** Completes a queued audit at once with an earlier completed measurement. */
export async function completeFromKept(trx: Transaction<Schema>, id: string, leaderId: string): Promise<void> {
  const report = await findReport(trx, leaderId);
  if (report === undefined) throw new Error('A completed audit has no report');
  await completeFrom(trx, leaderId, [id], report);
}

/** Fails all audits that share a failed measurement; returns their ids. */
export async function failSharing(
  trx: Transaction<Schema>,
  leaderId: string,
  failure: AuditFailure,
): Promise<readonly string[]> {
  const ids = await sharing(trx, leaderId);
  if (ids.length > 0) {
    await trx
      .updateTable('audits')
      .set({ status: 'failed', failure: JSON.stringify(failure), ended_at: sql`clock_timestamp()` })
      .where('id', 'in', ids)
      .execute();
  }
  return ids;
}

/** Transfers a cancelled measurement to the first audit that shares it, which must then be queued. */
export async function passOn(trx: Transaction<Schema>, leader: Pick<AuditRow, 'id' | 'turn'>): Promise<string | null> {
  const [heir, ...others] = await sharing(trx, leader.id);
  if (heir === undefined) return null;
  await trx.updateTable('audits').set({ shares_with: null, turn: leader.turn }).where('id', '=', heir).execute();
  if (others.length > 0) {
    await trx.updateTable('audits').set({ shares_with: heir }).where('id', 'in', others).execute();
  }
  return heir;
}
