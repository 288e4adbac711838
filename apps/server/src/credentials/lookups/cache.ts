/** A cached value and its expiry in epoch milliseconds. */
export interface Kept<T> {
  value: T;
  untilMs: number;
}

/** Caches loaded values for a short time; concurrent callers share one load. */
export interface Cache<T> {
  get: (key: string, load: () => Promise<Kept<T>>) => Promise<T>;
  /** The cached value if it has not expired; undefined where it must be loaded. */
  peek: (key: string) => T | undefined;
  /** Drops the values that match, and every load in progress, which may return an outdated value. */
  forget: (matches: (value: T) => boolean) => void;
}

interface Entry<T> {
  loading: Promise<Kept<T>>;
  /** Null while it is being loaded. */
  kept: Kept<T> | null;
}

/** A cache with a limited number of entries; the oldest is evicted first. A load that fails is not remembered. */
export function makeCache<T>(maxEntries: number, nowMs: () => number): Cache<T> {
  const entries = new Map<string, Entry<T>>();
  const begin = (key: string, load: () => Promise<Kept<T>>): Entry<T> => {
    const entry: Entry<T> = { loading: load(), kept: null };
    entries.delete(key);
    entries.set(key, entry);
    for (const [oldest] of entries) {
      if (entries.size <= maxEntries) break;
      entries.delete(oldest);
    }
    entry.loading.then(
      (kept) => {
        entry.kept = kept;
      },
      () => {
        if (entries.get(key) === entry) entries.delete(key);
      },
    );
    return entry;
  };
  return {
    get: async (key, load) => {
      const known = entries.get(key);
      const isGood = known !== undefined && (known.kept === null || known.kept.untilMs > nowMs());
      const entry = isGood ? known : begin(key, load);
      return (await entry.loading).value;
    },
    peek: (key) => {
      const kept = entries.get(key)?.kept;
      return kept !== null && kept !== undefined && kept.untilMs > nowMs() ? kept.value : undefined;
    },
    forget: (matches) => {
      for (const [key, { kept }] of entries) {
        if (kept === null || matches(kept.value)) entries.delete(key);
      }
    },
  };
}
