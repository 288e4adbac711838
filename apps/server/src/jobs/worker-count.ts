import type { FastifyBaseLogger } from 'fastify';
import { randomUUID } from 'node:crypto';
import { countProcesses, leaveProcesses } from '../repositories/worker-processes.ts';
import type { Db } from '../repositories/schema/schema.ts';

const intervalMs = 10_000;

/** How many processes run audits on this database. */
export interface WorkerCount {
  /** As it was seen last; at least one, which is this one. */
  processes: () => number;
  stop: () => Promise<void>;
}

/** Counts the processes every ten seconds; while the database is away, the last count holds. */
export async function startCounting(db: Db, log: Pick<FastifyBaseLogger, 'warn'>): Promise<WorkerCount> {
  const id = randomUUID();
  let processes = await countProcesses(db, id);
  const timer = setInterval(() => {
    countProcesses(db, id).then(
      (count) => {
        processes = Math.max(1, count);
      },
      (error: unknown) => log.warn({ err: error }, 'Counting worker processes failed'),
    );
  }, intervalMs);
  timer.unref();
  return {
    processes: () => processes,
    stop: async () => {
      clearInterval(timer);
      await leaveProcesses(db, id).catch(() => undefined);
    },
  };
}
