import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../repositories/schema/schema.ts';
import { toAuditId } from '../audits/audit-id.ts';
import { packCompared, readCompared } from '../audits/compared-report.ts';
import { addExtracts } from '../repositories/audits/reports.ts';
import { readFacts } from './facts-of.ts';
import { mayHaveMore, purge } from '../repositories/audits/purge.ts';
import { type ErasureParts, resumeErasures } from './erase-account.ts';
import { addFacts } from '../repositories/audits/report-facts.ts';

const everyMs = 60 * 60 * 1_000;

async function purgeAll(db: Db, log: FastifyBaseLogger, isStopped: () => boolean): Promise<void> {
  for (;;) {
    const purged = await purge(db);
    if (purged === null) return;
    if (Object.values(purged).some((count) => count > 0)) log.info(purged, 'Expired reports and sessions deleted');
    if (isStopped() || !mayHaveMore(purged)) return;
  }
}

/** Extracts the list facts of reports of earlier versions, until none is left. */
async function addAllFacts(db: Db, isStopped: () => boolean): Promise<void> {
  while (!isStopped() && (await addFacts(db, readFacts)) > 0);
}

/** The comparison extract of a report; null if the body is not a report. */
export async function extractOf(body: Buffer, auditId: string): Promise<Buffer | null> {
  try {
    return await packCompared(readCompared(body, toAuditId(auditId)));
  } catch {
    return null;
  }
}

/**
 * Makes the extracts for reports of earlier versions, until none is left, so that even a first comparison reads no
 * report.
 */
async function addAllExtracts(db: Db, isStopped: () => boolean): Promise<void> {
  while (!isStopped() && (await addExtracts(db, extractOf)) > 0);
}

/** Deletes expired data now and every hour; of several processes only one does so. */
export function startPurging(parts: ErasureParts, log: FastifyBaseLogger): { stop: () => Promise<void> } {
  const { db } = parts;
  let stopped = false;
  let running = Promise.resolve();
  const run = (): void => {
    running = running
      .then(async () => purgeAll(db, log, () => stopped))
      .then(async () => resumeErasures(parts))
      .then(async () => addAllFacts(db, () => stopped))
      .then(async () => addAllExtracts(db, () => stopped))
      .catch((error: unknown) => log.warn({ err: error }, 'Deleting expired reports and sessions failed'));
  };
  run();
  const timer = setInterval(run, everyMs);
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
