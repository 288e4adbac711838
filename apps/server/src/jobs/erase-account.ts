import { cancelAudit } from '../repositories/audits/cancel.ts';
import {
  beginErasure,
  endErasure,
  eraseReports,
  findErasures,
  unendedAudits,
} from '../repositories/accounts/erasure.ts';
import type { Db } from '../repositories/schema/schema.ts';
import type { AuditQueue } from './queue.ts';

/** What deleting an account takes. */
export interface ErasureParts {
  db: Db;
  queue: Pick<AuditQueue, 'enqueue'>;
}

/**
 * Deletes an account with its keys, sessions, batches, reports, evidence and documents; what runs is cancelled, and those
 * who share its measurement make it themselves. Can be called again after it was interrupted.
 */
export async function eraseAccount({ db, queue }: ErasureParts, id: string): Promise<void> {
  await beginErasure(db, id);
  do {
    for (let running = await unendedAudits(db, id); running.length > 0; running = await unendedAudits(db, id)) {
      for (const audit of running) await cancelAudit(db, audit, queue.enqueue);
    }
    while ((await eraseReports(db, id)) > 0);
  } while (!(await endErasure(db, id)));
}

/** Finishes deletions that a process began and did not end. */
export async function resumeErasures(parts: ErasureParts): Promise<void> {
  for (const id of await findErasures(parts.db)) await eraseAccount(parts, id);
}
