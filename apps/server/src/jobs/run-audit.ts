import type { AuditFailure } from '@perimeter/contract/audit';
import type { EngineSettings } from '@perimeter/engine/net/settings';
import type { AuditResult, runAudit } from '@perimeter/engine/runner/audit';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { toAuditId } from '../audit-id.ts';
import type { AuditRow, Schema } from '../database/schema.ts';
import { advanceAudit, beginAudit, completeAudit, failAudit, type Progress } from '../repositories/audits.ts';
import { writeProgress } from './progress-writer.ts';
import type { RunJob } from './queue.ts';
import { packEvidence, sealReport } from './seal.ts';

/** What running audits takes. */
export interface AuditRunner {
  db: Kysely<Schema>;
  engine: EngineSettings;
  runAudit: typeof runAudit;
  log: FastifyBaseLogger;
}

/** The run was ended from outside, or lost its claim: the audit is for whoever takes its job next. */
export class AuditInterrupted extends Error {
  override readonly name = 'AuditInterrupted';
}

const internalError: AuditFailure = {
  code: 'internal_error',
  message: 'The audit could not be run to its end because of an error on our side',
  retryable: true,
};

/** What a run came to, ready to be stored. */
interface Ended {
  result: AuditResult;
  reached: Progress;
}

async function run(runner: AuditRunner, audit: AuditRow, log: FastifyBaseLogger, signal: AbortSignal): Promise<Ended> {
  const lost = new AbortController();
  const ended = AbortSignal.any([signal, lost.signal]);
  const writer = writeProgress(audit.current_phase, async (progress) => {
    try {
      if (!(await advanceAudit(runner.db, audit.id, progress))) lost.abort();
    } catch (error) {
      log.warn({ err: error }, 'Progress could not be written');
    }
  });
  const { domain, registrable_domain: registrableDomain, scan_mode: scanMode } = audit;
  try {
    const result = await runner.runAudit(
      { id: toAuditId(audit.id), domain, registrableDomain, scanMode },
      {
        settings: runner.engine,
        signal: ended,
        onProgress: writer.tell,
        onBug: (where, error) => log.error({ err: error, where }, 'A defect of ours was survived'),
      },
    );
    if (!result.ok && ended.aborted) throw new AuditInterrupted('The audit was interrupted');
    return { result, reached: writer.reached() };
  } finally {
    await writer.close();
  }
}

/** Turns an ended run into the write that stores it; what can fail by our fault fails here, before the database. */
async function prepare(audit: AuditRow, { result, reached }: Ended): Promise<(db: Kysely<Schema>) => Promise<boolean>> {
  const evidence = await packEvidence(result.evidence);
  if (!result.ok) return (db) => failAudit(db, audit.id, result.failure, evidence);
  const report = sealReport(result.report);
  const lastPhase = result.report.modules.at(-1)?.phase ?? audit.current_phase;
  const counts = { checksExecuted: reached.checksExecuted, findingsCount: result.report.findings.length };
  return (db) => completeAudit(db, audit.id, { report, evidence, lastPhase, ...counts });
}

async function outcomeOf(
  runner: AuditRunner,
  audit: AuditRow,
  log: FastifyBaseLogger,
  signal: AbortSignal,
): ReturnType<typeof prepare> {
  try {
    return await prepare(audit, await run(runner, audit, log, signal));
  } catch (error) {
    if (error instanceof AuditInterrupted || signal.aborted) throw error;
    log.error({ err: error }, 'The audit failed by a defect of ours');
    return (db) => failAudit(db, audit.id, internalError, null);
  }
}

/**
 * Runs an audit from its job. An audit that has ended is left alone; one that was interrupted, or that the database was
 * not there to store, is run again; a defect of ours fails it at once, because running it again would trouble the
 * target for nothing.
 */
export function auditRunner(runner: AuditRunner): RunJob {
  return async (id, signal) => {
    const audit = await beginAudit(runner.db, id);
    if (audit === undefined) return;
    const log = runner.log.child({ auditId: toAuditId(id) });
    log.info({ domain: audit.domain, scanMode: audit.scan_mode }, 'The audit runs');
    const store = await outcomeOf(runner, audit, log, signal);
    const stored = await store(runner.db);
    log.info({ stored }, 'The audit ended');
  };
}

/** Ends an audit whose job was tried as often as it may be. */
export const giveUpAudit =
  (runner: AuditRunner) =>
  async (id: string): Promise<void> => {
    if (await failAudit(runner.db, id, internalError, null)) {
      runner.log.error({ auditId: toAuditId(id) }, 'The audit was given up after too many interruptions');
    }
  };
