/** A total that several purposes draw from, each with a part that the others leave to it. */
export interface Reserves<P extends string> {
  /** Takes one; false where nothing is left but what is kept for others. */
  take: (purpose: P) => boolean;
  /** Gives one back that was taken and not needed. */
  giveBack: (purpose: P) => void;
  /** Counts one that came without being asked for. */
  add: (purpose: P) => void;
  /** Keeps nothing more for a purpose that is done. */
  end: (purpose: P) => void;
  /** How many could be taken. */
  left: (purpose: P) => number;
  /** Whether one could be taken. */
  has: (purpose: P) => boolean;
  /** Taken so far, for all purposes. */
  readonly taken: number;
}

/** Reserves of which none was used; what no purpose has reserved goes to whoever comes first. */
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
