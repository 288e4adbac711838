import type { FastifyServerOptions } from 'fastify';
import { isDatabaseAwayOrClosed } from '../database/away.ts';

/** Whether the process stops: what fails from then on because the database ends is expected. */
export interface Stopping {
  /** The process stops from here on. */
  begin: () => void;
  /** Reports that the database was lost, unless the process stops already or a moment later. */
  report: (write: () => void) => void;
  /** Waits for a part of the stop; the database may end before it does. */
  survive: (part: Promise<unknown>) => Promise<void>;
}

/** Where a supervisor ends all processes at once, the database's connections may break just before the signal arrives here. */
const graceMs = 1_000;

/** Watches for the stop of this process. */
export function watchStop(): Stopping {
  let stopping = false;
  return {
    begin: () => {
      stopping = true;
    },
    report: (write) => {
      // A timer that is due runs before signals that have arrived are handled; an immediate runs after them.
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

/** Has every logger of the process keep warnings and errors back that only say that the database ended with the stop. */
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

/** Reports connections that broke beside the work, by their reason; null: there is none. */
export type OnLoss = (error: unknown, what: string) => void;

/** Warns in the log of connections that break, but not of those that break because the process stops. */
export const warnOfLosses =
  (log: { warn: (fields: object, what: string) => void }, { report }: Stopping): OnLoss =>
  (error, what) =>
    report(() =>
      log.warn(error === null ? {} : { reason: error instanceof Error ? error.message : String(error) }, what),
    );
