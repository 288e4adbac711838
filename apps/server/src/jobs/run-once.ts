import type { AuditResult } from '@perimeter/engine/runner/audit';
import { auditFailure } from '@perimeter/engine/runner/failure';
import type { FastifyBaseLogger } from 'fastify';
import { auditRefOf, toAuditId } from '../audits/audit-id.ts';
import type { AuditRow } from '../repositories/schema/schema.ts';
import { advanceAudit, failAudit, isUnderWay, type Progress } from '../repositories/audits/audits.ts';
import { areOptedOut } from '../caches/opt-outs.ts';
import { countedAddresses } from '../repositories/limits/ceilings.ts';
import { keepPhases } from '../repositories/audits/phases.ts';
import { keepFinishedPhases } from './phase-keeper.ts';
import { writeProgress } from './progress-writer.ts';
import { remembered } from './remember.ts';
import { AuditInterrupted, type AuditRunner } from './audit-runner.ts';

/** What the caller of the audit has stated, and what it may send. */
const statedOf = (audit: AuditRow): { authority: boolean; passive: boolean } => ({
  authority: audit.authority_at !== null,
  passive: audit.is_passive,
});

// How often a run checks whether its audit was ended by another process.
const watchMs = 1_000;

/** Calls `ended` once the audit was ended elsewhere; an unreachable database does not count as that. */
function watchEnd({ db }: AuditRunner, id: string, ended: () => void): { stop: () => void } {
  const timer = setInterval(() => {
    isUnderWay(db, id).then(
      (underWay) => (underWay ? undefined : ended()),
      () => undefined,
    );
  }, watchMs);
  return { stop: () => clearInterval(timer) };
}

/** Ends the running audit of a domain that was just opted out: first its connections, then the audit. */
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
    // The job will be run again, and is then refused before the first packet.
    log.warn({ err: error }, 'Stopping an opted-out audit failed');
  }
}

/** The result of a run, ready to be stored. */
export interface EndedRun {
  result: AuditResult;
  reached: Progress;
}

/** Measures a target until the run ends, or another process ends the audit. Throws AuditInterrupted. */
export async function run(
  runner: AuditRunner,
  audit: AuditRow,
  log: FastifyBaseLogger,
  signal: AbortSignal,
): Promise<EndedRun> {
  const addresses = await countedAddresses(runner.db, audit);
  const lost = new AbortController();
  const ended = AbortSignal.any([signal, lost.signal]);
  const phases = keepFinishedPhases(async (finished) => keepPhases(runner.db, audit.id, finished));
  const writer = writeProgress(audit.current_phase, async (progress) => {
    try {
      await phases.flush();
      if (!(await advanceAudit(runner.db, audit.id, progress))) lost.abort();
    } catch (error) {
      log.warn({ err: error }, 'Saving audit progress failed');
    }
  });
  const watch = watchEnd(runner, audit.id, () => lost.abort());
  let ending: Promise<void> | null = null;
  const { optOuts } = runner;
  const unfollow = optOuts.follow(() => {
    if (optOuts.isOptedOut(audit.domain) || areOptedOut(addresses, optOuts))
      ending ??= endOptedOut(runner, audit.id, log, lost);
  });
  const { domain, registrable_domain: registrableDomain, scan_mode: scanMode } = audit;
  try {
    const memory = await remembered(runner, audit, log);
    const result = await runner.runAudit(
      { id: toAuditId(audit.id), domain, registrableDomain, scanMode, ...statedOf(audit) },
      {
        settings: runner.engine,
        signal: ended,
        onProgress: (event) => {
          phases.tell(event);
          writer.tell(event);
        },
        optOuts,
        reference: auditRefOf(toAuditId(audit.id)),
        ...(memory === undefined ? {} : { memory }),
        ...(runner.mail === undefined ? {} : { mail: runner.mail }),
        ...(runner.budgets === undefined ? {} : { budgets: runner.budgets }),
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
