/** A total that several purposes draw from, with a reserve for each. */
export interface Reserves<P extends string> {
  /** Takes one; false where only reserves of others are left. */
  take: (purpose: P) => boolean;
  /** Returns one that was taken and not needed. */
  giveBack: (purpose: P) => void;
  /** Counts an item that arrived without being taken. */
  add: (purpose: P) => void;
  /** Releases the reserve of an ended purpose. */
  end: (purpose: P) => void;
  /** How many could be taken. */
  left: (purpose: P) => number;
  /** Whether one could be taken. */
  has: (purpose: P) => boolean;
  /** Taken so far, for all purposes. */
  readonly taken: number;
}

/** New reserves; the unreserved rest is first come, first served. */
export function createReserves<P extends string>(total: number, kept: Readonly<Record<P, number>>): Reserves<P> {
  const purposes = Object.keys(kept) as P[];
  const used = new Map<P, number>();
  const ended = new Set<P>();
  const usedBy = (purpose: P): number => used.get(purpose) ?? 0;
  const change = (purpose: P, by: number): void => void used.set(purpose, Math.max(0, usedBy(purpose) + by));
  const taken = (): number => [...used.values()].reduce((sum, count) => sum + count, 0);
  const keptForOthers = (purpose: P): number =>
    purposes
      .filter((one) => one !== purpose && !ended.has(one))
      .reduce((sum, one) => sum + Math.max(0, kept[one] - usedBy(one)), 0);
  const left = (purpose: P): number => Math.max(0, total - taken() - keptForOthers(purpose));
  const has = (purpose: P): boolean => left(purpose) > 0;
  return {
    end: (purpose) => void ended.add(purpose),
    left,
    has,
    take: (purpose) => {
      if (!has(purpose)) return false;
      change(purpose, 1);
      return true;
    },
    giveBack: (purpose) => change(purpose, -1),
    add: (purpose) => change(purpose, 1),
    get taken() {
      return taken();
    },
  };
}
