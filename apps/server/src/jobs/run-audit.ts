import { auditFailure } from '@perimeter/engine/runner/failure';
import { auditRefOf, toAuditId } from '../audits/audit-id.ts';
import { failAudit, findAudit, isUnderWay } from '../repositories/audits/audits.ts';
import { isOptedOut } from '../repositories/audits/opt-outs.ts';
import type { RunJob } from './queue.ts';
import { AuditInterrupted, type AuditRunner } from './audit-runner.ts';
import { beginWithRoom } from './room.ts';
import { internalError, outcomeOf } from './prepare-end.ts';

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

/** Ends an audit whose job was tried as often as it may be. */
export const giveUpAudit =
  (runner: AuditRunner) =>
  async (id: string): Promise<void> => {
    if (await failAudit(runner.db, id, internalError, null)) {
      runner.log.error({ auditRef: auditRefOf(toAuditId(id)) }, 'Audit abandoned after too many interruptions');
    }
  };
