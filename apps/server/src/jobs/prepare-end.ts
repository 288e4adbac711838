import type { AuditFailure } from '@perimeter/contract/audit';
import type { Report } from '@perimeter/contract/report';
import type { EngineSettings } from '@perimeter/engine/settings/settings';
import type { FastifyBaseLogger } from 'fastify';
import { packCompared, readCompared } from '../audits/compared-report.ts';
import type { AuditRow, Db } from '../repositories/schema/schema.ts';
import { completeAudit, failAudit } from '../repositories/audits/audits.ts';
import { factsOf } from './facts-of.ts';
import { packEvidence, sealReport } from './seal.ts';
import { remember } from './remember.ts';
import { AuditInterrupted, type AuditRunner } from './audit-runner.ts';
import { run, type EndedRun } from './run-once.ts';

/** The failure of an audit after an internal error. */
export const internalError: AuditFailure = {
  code: 'internal_error',
  message: 'The audit failed because of an internal error',
  retryable: true,
};

/**
 * Sets the start of the report to the time that the start request was answered with, because a run that waited or
 * replaced an interrupted one began later. With a fixed clock the report stays unchanged.
 */
function dated(report: Report, { started_at: startedAt }: AuditRow, { nowMs }: EngineSettings): Report {
  if (nowMs !== null) return report;
  const startedAtMs = startedAt.getTime();
  return { ...report, startedAt: startedAtMs, completedAt: Math.max(startedAtMs, report.completedAt) };
}

/** Prepares the database write that stores an ended run. Our own errors surface here, before the transaction. */
async function prepare(
  runner: AuditRunner,
  audit: AuditRow,
  { result, reached }: EndedRun,
  log: FastifyBaseLogger,
): Promise<(db: Db) => Promise<boolean>> {
  const evidence = await packEvidence(result.evidence);
  if (evidence === null) log.warn('Evidence is too large to be stored');
  if (!result.ok) return (db) => failAudit(db, audit.id, result.failure, evidence);
  const ended = dated(result.report, audit, runner.engine);
  const report = sealReport(ended);
  const completedAt = runner.engine.nowMs === null ? { completedAt: new Date(ended.completedAt) } : {};
  const lastPhase = result.report.modules.at(-1)?.phase ?? audit.current_phase;
  const counts = {
    checksExecuted: reached.checksExecuted,
    findingsCount: result.report.findings.length,
    ...completedAt,
  };
  const { score } = result.report;
  const facts = factsOf(result.report);
  const compared = await packCompared(readCompared(report.body, result.report.id));
  return async (db) => {
    // Store the memory before the end of the audit, because the next audit of the target may then start and read it.
    await remember(runner, audit, result.memory, log);
    return completeAudit(db, audit.id, { report, evidence, lastPhase, score, facts, compared, ...counts });
  };
}

/** Runs an audit; returns the write that stores its result. Throws AuditInterrupted. */
export async function outcomeOf(
  runner: AuditRunner,
  audit: AuditRow,
  log: FastifyBaseLogger,
  signal: AbortSignal,
): ReturnType<typeof prepare> {
  try {
    return await prepare(runner, audit, await run(runner, audit, log, signal), log);
  } catch (error) {
    if (error instanceof AuditInterrupted || signal.aborted) throw error;
    log.error({ err: error }, 'Audit failed because of an internal error');
    return (db) => failAudit(db, audit.id, internalError, null);
  }
}
