import type { AuditFailure } from '@perimeter/contract/audit';
import type { ScanMode } from '@perimeter/contract/report';
import { sql, type InsertObject, type Kysely, type Transaction } from 'kysely';
import type { AuditRow, Schema } from '../schema/schema.ts';
import type { SealedReport } from '../../audits/sealed-report.ts';
import { giveBackCredits, period } from '../limits/credits.ts';
import { columnsOf, type ReportFacts } from './report-facts.ts';
import { completeSharing, failSharing } from './sharing.ts';

/** A new audit. */
export interface NewAudit {
  id: string;
  domain: string;
  registrableDomain: string;
  scanMode: ScanMode;
  phases: readonly [string, ...string[]];
  /** The account that starts it; null for an anonymous caller. */
  accountId?: string | null;
  network?: string | null;
  isPrivate?: boolean;
  /** Who stated authority to test the domain; null: nobody. */
  authorityBy?: string | null;
  /** How the account proved control of the domain; null: it did not. */
  authorityProof?: 'dns' | 'file' | null;
  isPassive?: boolean;
  /** The audit whose measurement this one shares; null: it makes its own. */
  sharesWith?: string | null;
  /** Its place in the queue; see nextTurn. */
  turn?: number;
}

/** The audit must wait, because another one of its registrable domain is running. */
export type Busy = 'busy';

/** Progress of a run; after a restart it may be behind the stored progress. */
export interface Progress {
  currentPhase: string;
  phasesCompleted: number;
  checksExecuted: number;
  findingsCount: number;
  percent: number;
}

export type { SealedReport };

/** An audit with its elapsed time on the database's clock, until its end or now. */
export type AuditWithElapsed = AuditRow & { elapsed_ms: number };

const elapsed = sql<number>`floor(extract(epoch from coalesce(ended_at, clock_timestamp()) - started_at) * 1000)::float8`;

const valuesOf = (audit: NewAudit): InsertObject<Schema, 'audits'> => ({
  id: audit.id,
  domain: audit.domain,
  registrable_domain: audit.registrableDomain,
  scan_mode: audit.scanMode,
  current_phase: audit.phases[0],
  phases_total: audit.phases.length,
  account_id: audit.accountId ?? null,
  network: audit.network ?? null,
  is_private: audit.isPrivate ?? false,
  authority_by: audit.authorityBy ?? null,
  authority_at: (audit.authorityBy ?? null) === null ? null : sql<Date>`now()`,
  authority_proof: audit.authorityProof ?? null,
  is_passive: audit.isPassive ?? false,
  shares_with: audit.sharesWith ?? null,
  turn: audit.turn ?? 0,
});

/** Inserts an audit as queued, in the caller's transaction, so that audit and job are committed together. */
export const insertAudit = async (trx: Transaction<Schema>, audit: NewAudit): Promise<AuditRow> =>
  trx.insertInto('audits').values(valuesOf(audit)).returningAll().executeTakeFirstOrThrow();

/** The owner whose credit is charged, and the credential: session, key: and its id, or null if unknown. */
export interface Charge {
  owner: string;
  by: string | null;
}

/** The same, and charges the owner's credit in the same statement. */
export const insertChargedAudit = async (
  trx: Transaction<Schema>,
  audit: NewAudit,
  { owner, by }: Charge,
): Promise<AuditRow> =>
  trx
    .with('charge', (also) =>
      also
        .insertInto('credit_entries')
        .values({ owner, period, audit_id: audit.id, amount: 1, reason: 'started', charged_by: by })
        .returning('id'),
    )
    .insertInto('audits')
    .values(valuesOf(audit))
    .returningAll()
    .executeTakeFirstOrThrow();

/** Finds an audit by its id. */
export const findAudit = async (db: Kysely<Schema>, id: string): Promise<AuditWithElapsed | undefined> =>
  db.selectFrom('audits').selectAll().select(elapsed.as('elapsed_ms')).where('id', '=', id).executeTakeFirst();

const isTargetTaken = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(error, 'constraint') === 'audits_one_running';

/**
 * Marks an audit as running, for the first time or again; undefined if it has ended, does not exist, or shares a
 * measurement.
 */
export async function beginAudit(db: Kysely<Schema>, id: string): Promise<AuditRow | Busy | undefined> {
  try {
    return await db
      .updateTable('audits')
      .set({ status: 'in_progress', running_at: sql`coalesce(running_at, now())` })
      .where('id', '=', id)
      .where('status', 'in', ['queued', 'in_progress'])
      .where('shares_with', 'is', null)
      .returningAll()
      .executeTakeFirst();
  } catch (error) {
    if (isTargetTaken(error)) return 'busy';
    throw error;
  }
}

/** True until an audit has ended. */
export async function isUnderWay(db: Kysely<Schema>, id: string): Promise<boolean> {
  const row = await db.selectFrom('audits').select('ended_at').where('id', '=', id).executeTakeFirst();
  return row !== undefined && row.ended_at === null;
}

/**
 * Stores an audit's progress (never less than before), also for audits that share its measurement. False if it is not
 * running any more.
 */
export async function advanceAudit(db: Kysely<Schema>, id: string, progress: Progress): Promise<boolean> {
  // One statement that locks the measuring audit before the sharing ones, the same order as when they end.
  const { rows } = await sql`
    with leader as (
      update audits set
        current_phase = case when ${progress.phasesCompleted}::integer >= phases_completed then ${progress.currentPhase} else current_phase end,
        phases_completed = least(phases_total, greatest(phases_completed, ${progress.phasesCompleted}::integer)),
        checks_executed = greatest(checks_executed, ${progress.checksExecuted}::integer),
        findings_count = greatest(findings_count, ${progress.findingsCount}::integer),
        percent = greatest(percent, least(99, ${progress.percent}::integer))
      where id = ${id} and status = 'in_progress'
      returning *
    ), sharing as (
      update audits as own set
        status = 'in_progress',
        running_at = coalesce(own.running_at, now()),
        current_phase = leader.current_phase,
        phases_completed = least(own.phases_total, greatest(own.phases_completed, leader.phases_completed)),
        checks_executed = greatest(own.checks_executed, leader.checks_executed),
        findings_count = greatest(own.findings_count, leader.findings_count),
        percent = greatest(own.percent, leader.percent)
      from leader
      where own.shares_with = leader.id and own.status in ('queued', 'in_progress')
    )
    select id from leader`.execute(db);
  return rows.length > 0;
}

async function keepEvidence(trx: Transaction<Schema>, id: string, evidence: Buffer | null): Promise<void> {
  if (evidence === null) return;
  await trx.insertInto('audit_evidence').values({ audit_id: id, encoding: 'json+gzip', body: evidence }).execute();
}

/** The result of a completed run. */
export interface CompletedRun {
  report: SealedReport;
  /** Null if it is too large to be stored. */
  evidence: Buffer | null;
  lastPhase: string;
  /** The time of the report, so that every list dates the audit as the report does; absent: now. */
  completedAt?: Date;
  checksExecuted: number;
  findingsCount: number;
  /** Null if the caller does not need it stored. */
  score?: { total: number; grade: string; gradeStatus: 'final' | 'provisional' } | null;
  /** The list facts of the report; absent if not needed. */
  facts?: ReportFacts;
  /** The comparison extract; if absent, the first comparison makes it. */
  compared?: Buffer;
}

/**
 * Completes an audit with its report and evidence, and all audits that share its measurement, atomically. False if it
 * had already ended.
 */
export async function completeAudit(db: Kysely<Schema>, id: string, ended: CompletedRun): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('audits')
      .set({
        status: 'completed',
        percent: 100,
        phases_completed: sql`phases_total`,
        current_phase: ended.lastPhase,
        checks_executed: ended.checksExecuted,
        findings_count: ended.findingsCount,
        score: ended.score?.total ?? null,
        grade: ended.score?.grade ?? null,
        grade_status: ended.score?.gradeStatus ?? null,
        ...(ended.facts === undefined ? {} : columnsOf(ended.facts)),
        ended_at: sql`greatest(started_at, ${ended.completedAt ?? sql`clock_timestamp()`})`,
      })
      .where('id', '=', id)
      .where('status', '=', 'in_progress')
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return false;
    await trx
      .insertInto('audit_reports')
      .values({ audit_id: id, ...ended.report, compared: ended.compared })
      .execute();
    await keepEvidence(trx, id, ended.evidence);
    await completeSharing(trx, id, ended.report);
    return true;
  });
}

/**
 * Fails an audit, keeping its progress, and all audits that share its measurement; their credits are refunded. False if
 * it had already ended.
 */
export async function failAudit(
  db: Kysely<Schema>,
  id: string,
  failure: AuditFailure,
  evidence: Buffer | null,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('audits')
      .set({ status: 'failed', failure: JSON.stringify(failure), ended_at: sql`clock_timestamp()` })
      .where('id', '=', id)
      .where('status', 'in', ['queued', 'in_progress'])
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return false;
    await keepEvidence(trx, id, evidence);
    await giveBackCredits(trx, [id, ...(await failSharing(trx, id, failure))], 'failed');
    return true;
  });
}
