/** The result of a read, or the fallback if it rejects or exceeds the limit, so that monitoring never blocks. */
export async function within<T, U>(reading: Promise<T>, limitMs: number, otherwise: U): Promise<T | U> {
  const { promise: late, resolve } = Promise.withResolvers<U>();
  const timer = setTimeout(resolve, limitMs, otherwise);
  return Promise.race([reading.catch(() => otherwise), late]).finally(() => clearTimeout(timer));
}
