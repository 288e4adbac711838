/** A value and until when it may be told, in epoch milliseconds. */
export interface Kept<T> {
  value: T;
  untilMs: number;
}

/** Remembers what was loaded by a key for a short time; callers at the same time share one load. */
export interface Cache<T> {
  get: (key: string, load: () => Promise<Kept<T>>) => Promise<T>;
  /** Forgets one key, or all of them. */
  forget: (key?: string) => void;
}

interface Entry<T> {
  loading: Promise<Kept<T>>;
  untilMs: number;
}

/** A cache of at most so many entries; the oldest goes first. A load that fails is not remembered. */
export function makeCache<T>(maxEntries: number, nowMs: () => number): Cache<T> {
  const entries = new Map<string, Entry<T>>();
  const begin = (key: string, load: () => Promise<Kept<T>>): Entry<T> => {
    const entry: Entry<T> = { loading: load(), untilMs: Infinity };
    entries.delete(key);
    entries.set(key, entry);
    for (const [oldest] of entries) {
      if (entries.size <= maxEntries) break;
      entries.delete(oldest);
    }
    entry.loading.then(
      ({ untilMs }) => {
        entry.untilMs = untilMs;
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
      const entry = known !== undefined && known.untilMs > nowMs() ? known : begin(key, load);
      return (await entry.loading).value;
    },
    forget: (key) => {
      if (key === undefined) entries.clear();
      else entries.delete(key);
    },
  };
}
