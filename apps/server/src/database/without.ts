import { isDatabaseAway } from './away.ts';

/** How long a page that holds nothing of an account waits to know its reader. */
export const visitorWaitMs = 300;

/** What the database answers; something else where it is away, or silent for longer than that. Other errors are thrown. */
export async function orWithout<T, U>(reading: Promise<T>, limitMs: number, otherwise: U): Promise<T | U> {
  const { promise: late, resolve } = Promise.withResolvers<U>();
  const timer = setTimeout(resolve, limitMs, otherwise);
  const read = reading.catch((error: unknown) => {
    if (isDatabaseAway(error)) return otherwise;
    throw error;
  });
  return Promise.race([read, late]).finally(() => clearTimeout(timer));
}
