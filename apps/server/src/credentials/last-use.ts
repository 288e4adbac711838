/** Gathers when credentials were used, to be written down once a minute rather than at every request. */
export interface LastUse {
  note: (use: { via: 'key' | 'session'; id: string; at: Date }) => void;
  /** Writes down what was gathered; what cannot be written is gathered on. */
  flush: () => Promise<void>;
}

type Uses = ReadonlyMap<string, Date>;

/** Writes through the given functions. */
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
