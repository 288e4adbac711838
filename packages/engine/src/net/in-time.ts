/**
 * What a promise comes to; where it takes longer than the limit, or the signal aborts first, what `otherwise` gives or throws. What the
 * promise comes to later is not heard, a rejection neither; the timer ends with the wait.
 */
export async function inTime<T, U>(
  promise: Promise<T>,
  limitMs: number,
  otherwise: () => U,
  signal?: AbortSignal,
): Promise<T | U> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const end = (): void => resolve();
  const timer = setTimeout(end, limitMs);
  signal?.addEventListener('abort', end);
  if (signal?.aborted === true) end();
  try {
    return await Promise.race([promise, late.then(otherwise)]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}
