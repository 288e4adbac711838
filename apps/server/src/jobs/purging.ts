import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../repositories/schema/schema.ts';
import { mayHaveMore, purge } from '../repositories/audits/purge.ts';

const everyMs = 60 * 60 * 1_000;

async function purgeAll(db: Db, log: FastifyBaseLogger, isStopped: () => boolean): Promise<void> {
  for (;;) {
    const purged = await purge(db);
    if (purged === null) return;
    if (Object.values(purged).some((count) => count > 0)) log.info(purged, 'Expired reports and sessions deleted');
    if (isStopped() || !mayHaveMore(purged)) return;
  }
}

/** Removes what has had its time, now and every hour; of several processes one does it. */
export function startPurging(db: Db, log: FastifyBaseLogger): { stop: () => Promise<void> } {
  let stopped = false;
  let running = Promise.resolve();
  const run = (): void => {
    running = running
      .then(async () => purgeAll(db, log, () => stopped))
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
