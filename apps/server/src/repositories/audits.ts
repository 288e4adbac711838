import type { AuditFailure } from '@perimeter/contract/audit';
import type { ScanMode } from '@perimeter/contract/report';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { AuditRow, Schema } from '../database/schema.ts';

/** What an audit is made of before anything has happened. */
export interface NewAudit {
  id: string;
  domain: string;
  registrableDomain: string;
  scanMode: ScanMode;
  phases: readonly [string, ...string[]];
}

/** How far a run has come; a run that started over may be behind what was reached before. */
export interface Progress {
  currentPhase: string;
  phasesCompleted: number;
  checksExecuted: number;
  findingsCount: number;
  percent: number;
}

/** A report in the bytes that will be served, with their SHA-256. */
export interface SealedReport {
  body: Buffer;
  sha256: Buffer;
}

/** An audit with the time it has taken, by the database's clock: until its end, or until now. */
export type AuditWithElapsed = AuditRow & { elapsed_ms: number };

const elapsed = sql<number>`floor(extract(epoch from coalesce(ended_at, clock_timestamp()) - started_at) * 1000)::float8`;

/** Writes an audit as queued; the transaction is the caller's, so that its job stands or falls with it. */
export async function insertAudit(trx: Transaction<Schema>, audit: NewAudit): Promise<AuditRow> {
  return trx
    .insertInto('audits')
    .values({
      id: audit.id,
      domain: audit.domain,
      registrable_domain: audit.registrableDomain,
      scan_mode: audit.scanMode,
      current_phase: audit.phases[0],
      phases_total: audit.phases.length,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** An audit by its id, if there is one. */
export const findAudit = async (db: Kysely<Schema>, id: string): Promise<AuditWithElapsed | undefined> =>
  db.selectFrom('audits').selectAll().select(elapsed.as('elapsed_ms')).where('id', '=', id).executeTakeFirst();

/** Takes an audit up, for the first time or again; undefined when it has ended or never was. */
export const beginAudit = async (db: Kysely<Schema>, id: string): Promise<AuditRow | undefined> =>
  db
    .updateTable('audits')
    .set({ status: 'in_progress', running_at: sql`coalesce(running_at, now())` })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'in_progress'])
    .returningAll()
    .executeTakeFirst();

/** Moves an audit on, never back. False when it is not running any more. */
export async function advanceAudit(db: Kysely<Schema>, id: string, progress: Progress): Promise<boolean> {
  const changed = await db
    .updateTable('audits')
    .set({
      phases_completed: sql`least(phases_total, greatest(phases_completed, ${progress.phasesCompleted}::integer))`,
      current_phase: sql`case when ${progress.phasesCompleted}::integer >= phases_completed then ${progress.currentPhase} else current_phase end`,
      checks_executed: sql`greatest(checks_executed, ${progress.checksExecuted}::integer)`,
      findings_count: sql`greatest(findings_count, ${progress.findingsCount}::integer)`,
      percent: sql`greatest(percent, least(99, ${progress.percent}::integer))`,
    })
    .where('id', '=', id)
    .where('status', '=', 'in_progress')
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

async function keepEvidence(trx: Transaction<Schema>, id: string, evidence: Buffer | null): Promise<void> {
  if (evidence === null) return;
  await trx.insertInto('audit_evidence').values({ audit_id: id, encoding: 'json+gzip', body: evidence }).execute();
}

/** Ends an audit with its report and evidence, all or nothing. False when it had ended before. */
export async function completeAudit(
  db: Kysely<Schema>,
  id: string,
  ended: { report: SealedReport; evidence: Buffer; lastPhase: string; checksExecuted: number; findingsCount: number },
): Promise<boolean> {
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
        ended_at: sql`clock_timestamp()`,
      })
      .where('id', '=', id)
      .where('status', '=', 'in_progress')
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return false;
    await trx
      .insertInto('audit_reports')
      .values({ audit_id: id, ...ended.report })
      .execute();
    await keepEvidence(trx, id, ended.evidence);
    return true;
  });
}

/** Ends an audit without a report, keeping what was learned. False when it had ended before. */
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
    return true;
  });
}
