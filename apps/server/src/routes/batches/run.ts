import type { FastifyBaseLogger } from 'fastify';
import { runningBatches } from '../../repositories/batches/steps.ts';
import { type BatchParts, step } from './step.ts';

const everyMs = 1_000;
/** Maximum starts of a batch at a time without rate limits, so that other batches get turns. */
const atOnce = 50;

/** Starts the domains of batches within each account's rate limit; any process serves all batches. */
export function startBatches(parts: BatchParts & { log: FastifyBaseLogger }): { stop: () => Promise<void> } {
  const { db, log } = parts;
  const waitsUntilMs = new Map<string, number>();
  const stopping = new AbortController();
  let running = Promise.resolve();
  const runOne = async (id: string, accountId: string): Promise<void> => {
    for (let n = 0; n < atOnce && !stopping.signal.aborted; n += 1) {
      if (performance.now() < (waitsUntilMs.get(accountId) ?? 0)) return;
      const { kind, waitMs } = await step(parts, id);
      if (waitMs > 0) waitsUntilMs.set(accountId, performance.now() + waitMs);
      if (kind === 'stopped') return;
    }
  };
  const tick = async (): Promise<void> => {
    const found = await runningBatches(db);
    for (const [account, untilMs] of waitsUntilMs) if (untilMs < performance.now()) waitsUntilMs.delete(account);
    for (const { id, accountId } of found) await runOne(id, accountId);
  };
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    running = tick()
      .catch((error: unknown) => log.warn({ err: error }, 'Starting audits of batches failed'))
      .finally(() => {
        isBusy = false;
      });
  }, everyMs).unref();
  return {
    stop: async () => {
      stopping.abort();
      clearInterval(timer);
      await running;
    },
  };
}
