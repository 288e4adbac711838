import type { AuditFailure } from '@perimeter/contract/audit';
import type { Report } from '@perimeter/contract/report';
import type { AuditMemory } from '@perimeter/engine/evidence/history/memory';
import type { EngineSettings } from '@perimeter/engine/settings/settings';
import type { AuditResult, runAudit } from '@perimeter/engine/runner/audit';
import { auditFailure } from '@perimeter/engine/runner/failure';
import type { FastifyBaseLogger } from 'fastify';
import { auditRefOf, toAuditId } from '../audits/audit-id.ts';
import type { AuditRow, Db } from '../repositories/schema/schema.ts';
import {
  advanceAudit,
  beginAudit,
  completeAudit,
  failAudit,
  findAudit,
  isUnderWay,
  type Progress,
} from '../repositories/audits/audits.ts';
import type { OptOutList } from '../caches/opt-outs.ts';
import { findMemory, keepMemory, scopeOf } from '../repositories/audits/memories.ts';
import { isOptedOut } from '../repositories/audits/opt-outs.ts';
import { writeProgress } from './progress-writer.ts';
import type { RunJob } from './queue.ts';
import { packEvidence, sealReport } from './seal.ts';

/** What running audits takes. */
export interface AuditRunner {
  db: Db;
  engine: EngineSettings;
  runAudit: typeof runAudit;
  optOuts: Pick<OptOutList, 'isOptedOut' | 'follow'>;
  /** What sessions are remembered under, the newest first; none: sessions are not remembered. */
  secrets: readonly Buffer[];
  log: FastifyBaseLogger;
}

/** The run was ended from outside, or lost its claim: the audit is for anyone who takes its job next. */
export class AuditInterrupted extends Error {
  override readonly name = 'AuditInterrupted';
}

const internalError: AuditFailure = {
  code: 'internal_error',
  message: 'The audit failed because of an internal error',
  retryable: true,
};

// How long a run goes on at most after its audit was ended by somebody else.
const watchMs = 1_000;

/** Calls out once the audit has ended otherwise; a database that is away says nothing about it. */
function watchEnd({ db }: AuditRunner, id: string, ended: () => void): { stop: () => void } {
  const timer = setInterval(() => {
    isUnderWay(db, id).then(
      (underWay) => (underWay ? undefined : ended()),
      () => undefined,
    );
  }, watchMs);
  return { stop: () => clearInterval(timer) };
}

/** Ends a running audit whose owner has just asked not to be audited: its connections at once, then the audit. */
async function endOptedOut(
  { db }: AuditRunner,
  id: string,
  log: FastifyBaseLogger,
  running: AbortController,
): Promise<void> {
  running.abort();
  try {
    await failAudit(db, id, auditFailure('domain_opted_out'), null);
  } catch (error) {
    // Its job is run again, and then refused before the first packet.
    log.warn({ err: error }, 'Stopping an opted-out audit failed');
  }
}

/** What earlier audits left, null where there was none; undefined: nobody knows, so that nothing is put in its place. */
async function remembered(
  { db, secrets }: AuditRunner,
  audit: AuditRow,
  log: FastifyBaseLogger,
): Promise<AuditMemory | null | undefined> {
  const scope = scopeOf(audit);
  try {
    return scope === null ? undefined : await findMemory(db, scope, secrets);
  } catch (error) {
    log.warn({ err: error }, 'Reading the memory of earlier audits failed');
    return undefined;
  }
}

/** Keeps what an audit leaves to later ones. To lose that is no reason to lose the audit. */
async function remember(
  { db, secrets }: AuditRunner,
  audit: AuditRow,
  memory: AuditMemory | undefined,
  log: FastifyBaseLogger,
): Promise<void> {
  const scope = scopeOf(audit);
  if (scope === null || memory === undefined) return;
  try {
    await keepMemory(db, scope, memory, secrets);
  } catch (error) {
    log.warn({ err: error }, 'Saving the memory of the audit failed');
  }
}

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
      log.warn({ err: error }, 'Saving audit progress failed');
    }
  });
  const watch = watchEnd(runner, audit.id, () => lost.abort());
  let ending: Promise<void> | null = null;
  const unfollow = runner.optOuts.follow(() => {
    if (runner.optOuts.isOptedOut(audit.domain)) ending ??= endOptedOut(runner, audit.id, log, lost);
  });
  const { domain, registrable_domain: registrableDomain, scan_mode: scanMode } = audit;
  try {
    const memory = await remembered(runner, audit, log);
    const result = await runner.runAudit(
      { id: toAuditId(audit.id), domain, registrableDomain, scanMode },
      {
        settings: runner.engine,
        signal: ended,
        onProgress: writer.tell,
        isOptedOut: runner.optOuts.isOptedOut,
        ...(memory === undefined ? {} : { memory }),
        onBug: (where, error) => log.error({ err: error, where }, 'Internal error in one check; the audit continues'),
      },
    );
    if (!result.ok && ended.aborted) throw new AuditInterrupted('Audit interrupted');
    return { result, reached: writer.reached() };
  } finally {
    watch.stop();
    unfollow();
    await ending;
    await writer.close();
  }
}

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
  if (!result.ok) return (db) => failAudit(db, audit.id, result.failure, evidence);
  const report = sealReport(dated(result.report, audit, runner.engine));
  const lastPhase = result.report.modules.at(-1)?.phase ?? audit.current_phase;
  const counts = { checksExecuted: reached.checksExecuted, findingsCount: result.report.findings.length };
  const { score } = result.report;
  return async (db) => {
    // Before the end: from then on the next audit of the target may begin, and asks for it.
    await remember(runner, audit, result.memory, log);
    return completeAudit(db, audit.id, { report, evidence, lastPhase, score, ...counts });
  };
}

async function outcomeOf(
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

/** Fails an audit whose domain was put on the list after the start. True where it did. */
async function refuseOptedOut({ db }: AuditRunner, id: string): Promise<boolean> {
  const audit = await findAudit(db, id);
  if (audit === undefined || !(await isOptedOut(db, audit.domain))) return false;
  return failAudit(db, id, auditFailure('domain_opted_out'), null);
}

/**
 * Runs an audit from its job. An audit that has ended is left alone; one whose target is being measured is put off; one
 * that was interrupted, or that the database was not there to store, is run again; a defect of ours fails it at once,
 * because running it again would trouble the target for nothing.
 */
export function auditRunner(runner: AuditRunner): RunJob {
  return async (id, signal) => {
    const log = runner.log.child({ auditRef: auditRefOf(toAuditId(id)) });
    if (await refuseOptedOut(runner, id)) {
      log.info('Audit rejected: domain opted out');
      return;
    }
    const audit = await beginAudit(runner.db, id);
    if (audit === undefined || audit === 'busy') return audit;
    const domain = audit.is_private ? {} : { domain: audit.domain };
    log.info({ ...domain, scanMode: audit.scan_mode }, 'Audit started');
    try {
      const store = await outcomeOf(runner, audit, log, signal);
      const stored = await store(runner.db);
      log.info({ stored }, 'Audit ended');
    } catch (error) {
      if (!(error instanceof AuditInterrupted) || signal.aborted || (await isUnderWay(runner.db, id))) throw error;
      log.info('Audit stopped while running');
    }
  };
}

/** Ends an audit whose job was tried as often as it may be. */
export const giveUpAudit =
  (runner: AuditRunner) =>
  async (id: string): Promise<void> => {
    if (await failAudit(runner.db, id, internalError, null)) {
      runner.log.error({ auditRef: auditRefOf(toAuditId(id)) }, 'Audit abandoned after too many interruptions');
    }
  };
