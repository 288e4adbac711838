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

/** What deleting an account needs. */
export interface ErasureParts {
  db: Db;
  queue: Pick<AuditQueue, 'enqueue'>;
}

/** Cancels an account's running audits; audits of others that share such a measurement run on their own. */
export async function cancelAudits({ db, queue }: ErasureParts, id: string): Promise<void> {
  for (let running = await unendedAudits(db, id); running.length > 0; running = await unendedAudits(db, id)) {
    for (const audit of running) await cancelAudit(db, audit, queue.enqueue);
  }
}

/**
 * Deletes an account with its keys, sessions, batches, reports, evidence and documents. Running audits are cancelled,
 * and audits of others that share them run on their own. Can be repeated after an interruption.
 */
async function eraseAccount(parts: ErasureParts, id: string): Promise<void> {
  const { db } = parts;
  await beginErasure(db, id);
  do {
    await cancelAudits(parts, id);
    while ((await eraseReports(db, id)) > 0);
  } while (!(await endErasure(db, id)));
}

/** Deletes the accounts whose waiting period is over, and completes interrupted deletions. */
export async function resumeErasures(parts: ErasureParts): Promise<void> {
  for (const id of await findErasures(parts.db)) await eraseAccount(parts, id);
}
