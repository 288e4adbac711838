/** The first entries of a list, and how many there are beyond them. */
export const limited = <T>(all: readonly T[], most: number): { entries: T[]; left: number } => ({
  entries: all.slice(0, most),
  left: Math.max(0, all.length - most),
});

/** Says that a list is not whole; null where it is. */
export const moreThan = (all: readonly unknown[], most: number): string | null =>
  all.length <= most ? null : `The first ${most} of ${all.length}.`;
