/** The value, or null where it takes longer. */
export async function soon<T>(promise: Promise<T>, timeoutMs: number): Promise<T | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), timeoutMs);
  const value = await Promise.race([promise, late]);
  clearTimeout(timer);
  return value;
}
