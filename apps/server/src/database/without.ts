import { inTime } from '@perimeter/engine/net/in-time';
import { isDatabaseAway } from './away.ts';

/**
 * The result of a database read, or the fallback if the database is away or exceeds the limit. Other errors are thrown.
 */
export async function orWithout<T, U>(reading: Promise<T>, limitMs: number, otherwise: U): Promise<T | U> {
  const read = reading.catch((error: unknown) => {
    if (isDatabaseAway(error)) return otherwise;
    throw error;
  });
  return inTime(read, limitMs, () => otherwise);
}

/** How long a page without account data waits for its reader's session: longer than a busy machine needs. */
const visitorWaitMs = 1_500;
/** After such a time-out, wait only briefly for some seconds, so that the next pages come at once. */
const silentForMs = 5_000;
const waitWhileSilentMs = 50;
let silentUntilMs = -Infinity;

/** The same for pages without account data. */
export async function orWithoutForVisitors<T, U>(reading: Promise<T>, otherwise: U): Promise<T | U> {
  const startMs = performance.now();
  const limitMs = startMs < silentUntilMs ? waitWhileSilentMs : visitorWaitMs;
  const answer = await orWithout(reading, limitMs, otherwise);
  const tookMs = performance.now() - startMs;
  if (tookMs >= visitorWaitMs) silentUntilMs = performance.now() + silentForMs;
  return answer;
}
