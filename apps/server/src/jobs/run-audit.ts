import { auditFailure } from '@perimeter/engine/runner/failure';
import { auditRefOf, toAuditId } from '../audits/audit-id.ts';
import { failAudit, findAudit, isUnderWay } from '../repositories/audits/audits.ts';
import { isOptedOut } from '../repositories/audits/opt-outs.ts';
import type { RunJob } from './queue.ts';
import { AuditInterrupted, type AuditRunner } from './audit-runner.ts';
import { beginWithRoom } from './room.ts';
import { internalError, outcomeOf } from './prepare-end.ts';

/** Fails an audit whose domain was opted out after its start. True if it did. */
async function refuseOptedOut({ db }: AuditRunner, id: string): Promise<boolean> {
  const audit = await findAudit(db, id);
  if (audit === undefined || !(await isOptedOut(db, audit.domain))) return false;
  return failAudit(db, id, auditFailure('domain_opted_out'), null);
}

/**
 * Runs the audit of a job. An audit that has ended is skipped, and one whose target is busy is postponed. One that was
 * interrupted, or could not be stored, is run again. An internal error fails it at once, because a second run would
 * load the target again with the same result.
 */
export function auditRunner(runner: AuditRunner): RunJob {
  return async (id, signal) => {
    const log = runner.log.child({ auditRef: auditRefOf(toAuditId(id)) });
    if (await refuseOptedOut(runner, id)) {
      log.info('Audit rejected: domain opted out');
      return;
    }
    const audit = await beginWithRoom(runner, id);
    if (audit === undefined || audit === 'busy') return audit;
    const domain = audit.is_private ? {} : { domain: audit.domain };
    log.info({ ...domain, scanMode: audit.scan_mode, authority: audit.authority_at !== null }, 'Audit started');
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

/** Fails an audit whose retries are used up. */
export const giveUpAudit =
  (runner: AuditRunner) =>
  async (id: string): Promise<void> => {
    if (await failAudit(runner.db, id, internalError, null)) {
      runner.log.error({ auditRef: auditRefOf(toAuditId(id)) }, 'Audit abandoned after too many interruptions');
    }
  };
