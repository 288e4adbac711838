import type { FastifyBaseLogger } from 'fastify';

/** Runs a task periodically, never twice at once, and logs failures. */
export function again(
  everyMs: number,
  log: FastifyBaseLogger,
  what: string,
  act: () => Promise<unknown>,
): { stop: () => Promise<void> } {
  let running = Promise.resolve();
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    running = act()
      .then(() => undefined)
      .catch((error: unknown) => log.warn({ err: error }, `${what} failed`))
      .finally(() => {
        isBusy = false;
      });
  }, everyMs).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
