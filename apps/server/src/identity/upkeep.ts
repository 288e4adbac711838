import type { FastifyBaseLogger } from 'fastify';
import { gatherLastUse } from '../credentials/last-use.ts';
import { touchKeys } from '../repositories/accounts/api-keys.ts';
import { purgeCredentials } from '../repositories/accounts/purge.ts';
import { touchSessions } from '../repositories/accounts/sessions.ts';
import type { Db } from '../repositories/schema/schema.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Background work for credentials. */
export interface Upkeep {
  /** Records a use of a key or session, saved within a minute. */
  note: ReturnType<typeof gatherLastUse>['note'];
  /** Saves the recorded uses and stops. */
  stop: () => Promise<void>;
}

/** Runs a task periodically, and logs failures. */
function repeat(everyMs: number, log: FastifyBaseLogger, what: string, act: () => Promise<unknown>): NodeJS.Timeout {
  const once = (): void => void act().catch((error: unknown) => log.warn({ err: error }, `${what} failed`));
  return setInterval(once, everyMs).unref();
}

/** Periodically saves when credentials were last used, and deletes expired ones. */
export function startUpkeep(
  { db, securityLogDays }: { db: Db; securityLogDays: number },
  log: FastifyBaseLogger,
  nowMs: () => number,
): Upkeep {
  const lastUse = gatherLastUse({
    key: async (uses) => touchKeys(db, uses),
    session: async (uses) => touchSessions(db, uses),
  });
  const timers = [
    repeat(minuteMs, log, 'Saving the last use of keys', lastUse.flush),
    repeat(hourMs, log, 'Deleting expired sessions', async () =>
      purgeCredentials(db, new Date(nowMs()), securityLogDays),
    ),
  ];
  return {
    note: lastUse.note,
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await lastUse.flush().catch((error: unknown) => log.warn({ err: error }, 'Last use of keys not saved'));
    },
  };
}
