import type { FastifyServerOptions } from 'fastify';
import { isDatabaseAwayOrClosed } from '../database/away.ts';

/** Whether the process is stopping: errors of the database are then expected. */
export interface Stopping {
  /** Marks the process as stopping. */
  begin: () => void;
  /** Logs the loss of the database, unless the process is stopping or begins to within the grace period. */
  report: (write: () => void) => void;
  /** Waits for a step of the stop, which may outlast the database. */
  survive: (part: Promise<unknown>) => Promise<void>;
}

/** If a supervisor ends all processes at once, database connections may break just before the signal arrives here. */
const graceMs = 1_000;

/** Tracks whether this process is stopping. */
export function watchStop(): Stopping {
  let stopping = false;
  return {
    begin: () => {
      stopping = true;
    },
    report: (write) => {
      // Due timers run before the signals that have arrived; an immediate runs after them.
      setTimeout(() => {
        setImmediate(() => {
          if (!stopping) write();
        });
      }, graceMs).unref();
    },
    survive: async (part) => {
      try {
        await part;
      } catch (error) {
        if (!isDatabaseAwayOrClosed(error)) throw error;
      }
    },
  };
}

const warn = 40;

type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>;

/**
 * Makes every logger of the process suppress warnings and errors that only report the database's end during the stop.
 */
export function quietWhileStopping({ report }: Stopping): Pick<LoggerOptions, 'hooks'> {
  return {
    hooks: {
      logMethod(line, write, level) {
        const [fields]: readonly unknown[] = line;
        const error = typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : null;
        if (level >= warn && isDatabaseAwayOrClosed(error)) report(() => write.apply(this, line));
        else write.apply(this, line);
      },
    },
  };
}

/** Called when an idle connection breaks, with the error or null. */
export type OnLoss = (error: unknown, what: string) => void;

/** Logs broken connections as warnings, unless the process is stopping. */
export const warnOfLosses =
  (log: { warn: (fields: object, what: string) => void }, { report }: Stopping): OnLoss =>
  (error, what) =>
    report(() =>
      log.warn(error === null ? {} : { reason: error instanceof Error ? error.message : String(error) }, what),
    );
