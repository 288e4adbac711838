import { inTime } from '@perimeter/engine/net/in-time';
import { isDatabaseAway } from './away.ts';

/** What the database answers; something else where it is away, or silent for longer than that. Other errors are thrown. */
export async function orWithout<T, U>(reading: Promise<T>, limitMs: number, otherwise: U): Promise<T | U> {
  const read = reading.catch((error: unknown) => {
    if (isDatabaseAway(error)) return otherwise;
    throw error;
  });
  return inTime(read, limitMs, () => otherwise);
}

/** How long a page that holds nothing of an account waits to know its reader: longer than a busy machine takes. */
const visitorWaitMs = 1_500;
/** After that for a few seconds hardly at all, so that the next pages come at once. */
const silentForMs = 5_000;
const waitWhileSilentMs = 50;
let silentUntilMs = -Infinity;

/** The same for pages that hold nothing of an account. */
export async function orWithoutForVisitors<T, U>(reading: Promise<T>, otherwise: U): Promise<T | U> {
  const startMs = performance.now();
  const limitMs = startMs < silentUntilMs ? waitWhileSilentMs : visitorWaitMs;
  const answer = await orWithout(reading, limitMs, otherwise);
  const tookMs = performance.now() - startMs;
  if (tookMs >= visitorWaitMs) silentUntilMs = performance.now() + silentForMs;
  return answer;
}
