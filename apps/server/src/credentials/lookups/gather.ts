/** Batches lookups: keys requested while one is in progress are looked up together in the next. */
export function gatherLookups<K, V>(
  load: (keys: readonly K[]) => Promise<(key: K) => V>,
  mostAtOnce = 1_000,
): (key: K) => Promise<V> {
  let waiting: { key: K; settle: PromiseWithResolvers<V> }[] = [];
  let isLoading = false;

  const loadSome = async (some: typeof waiting): Promise<void> => {
    try {
      const found = await load(some.map(({ key }) => key));
      for (const { key, settle } of some) settle.resolve(found(key));
    } catch (error) {
      for (const { settle } of some) settle.reject(error);
    }
  };
  const loadAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const some = waiting.slice(0, mostAtOnce);
      waiting = waiting.slice(mostAtOnce);
      await loadSome(some);
    }
    isLoading = false;
  };

  return async (key) => {
    const settle = Promise.withResolvers<V>();
    waiting.push({ key, settle });
    if (!isLoading) {
      isLoading = true;
      // Wait for the end of this turn of the event loop, so that all its requests share one lookup.
      setImmediate(() => void loadAll());
    }
    return settle.promise;
  };
}
