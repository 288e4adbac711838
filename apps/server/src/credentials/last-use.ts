/** Collects when credentials were used, and saves that once a minute instead of at every request. */
export interface LastUse {
  note: (use: { via: 'key' | 'session'; id: string; at: Date }) => void;
  /** Saves what was collected; after a failure it is kept for the next time. */
  flush: () => Promise<void>;
}

type Uses = ReadonlyMap<string, Date>;

/** Saves by the given functions. */
export function gatherLastUse(write: {
  key: (uses: Uses) => Promise<void>;
  session: (uses: Uses) => Promise<void>;
}): LastUse {
  const gathered = { key: new Map<string, Date>(), session: new Map<string, Date>() };
  const flushOne = async (via: 'key' | 'session'): Promise<void> => {
    const uses = gathered[via];
    if (uses.size === 0) return;
    gathered[via] = new Map();
    try {
      await write[via](uses);
    } catch (error) {
      gathered[via] = new Map([...uses, ...gathered[via]]);
      throw error;
    }
  };
  return {
    note: ({ via, id, at }) => void gathered[via].set(id, at),
    flush: async () => {
      await Promise.all([flushOne('key'), flushOne('session')]);
    },
  };
}
