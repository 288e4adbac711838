import type { FastifyBaseLogger } from 'fastify';

/** Where parts of the process tell of what went wrong beside their work. */
export interface Trouble {
  tell: (what: string, error: unknown) => void;
  /** From here on connections end because they are meant to. */
  expectEnds: () => void;
}

/** Where a supervisor ends all processes at once, the database's connections may break just before we hear of it. */
const graceMs = 250;

/** Warns in the log of connections that break, by their reason, but not of those that break because the process stops. */
export function logTrouble(log: Pick<FastifyBaseLogger, 'warn'>): Trouble {
  let stopping = false;
  return {
    tell: (what, error) => {
      const reason = error === null ? {} : { reason: error instanceof Error ? error.message : String(error) };
      setTimeout(() => {
        if (!stopping) log.warn(reason, what);
      }, graceMs).unref();
    },
    expectEnds: () => {
      stopping = true;
    },
  };
}
