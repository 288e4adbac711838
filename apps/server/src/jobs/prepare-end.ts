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
import { run, type Ended } from './run-once.ts';

/** What an audit fails with by a fault of ours. */
export const internalError: AuditFailure = {
  code: 'internal_error',
  message: 'The audit failed because of an internal error',
  retryable: true,
};

/**
 * The report with the time at which the audit was started, as its start was answered: a run that waited, or took over from
 * one that was interrupted, began later. A clock that was set stays.
 */
function dated(report: Report, { started_at: startedAt }: AuditRow, { nowMs }: EngineSettings): Report {
  if (nowMs !== null) return report;
  const startedAtMs = startedAt.getTime();
  return { ...report, startedAt: startedAtMs, completedAt: Math.max(startedAtMs, report.completedAt) };
}

/** Turns an ended run into the write that stores it; what can fail by our fault fails here, before the database. */
async function prepare(
  runner: AuditRunner,
  audit: AuditRow,
  { result, reached }: Ended,
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
    // Before the end: from then on the next audit of the target may begin, and asks for it.
    await remember(runner, audit, result.memory, log);
    return completeAudit(db, audit.id, { report, evidence, lastPhase, score, facts, compared, ...counts });
  };
}

/** Runs an audit; the write that stores what it came to. Throws AuditInterrupted. */
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
