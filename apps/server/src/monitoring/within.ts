/** What is read, or something else where it rejects or is not there in time: anyone who watches does not wait. */
export async function within<T, U>(reading: Promise<T>, limitMs: number, otherwise: U): Promise<T | U> {
  const { promise: late, resolve } = Promise.withResolvers<U>();
  const timer = setTimeout(resolve, limitMs, otherwise);
  return Promise.race([reading.catch(() => otherwise), late]).finally(() => clearTimeout(timer));
}
