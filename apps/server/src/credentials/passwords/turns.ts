/** Limits concurrent work; the function that `take` returns ends the turn. */
export interface Turns {
  /** Null when too many wait already. */
  take: () => Promise<(() => void) | null>;
}

/** Turns for at most `atOnce` workers, with at most `mostWaiting` in line. */
export function makeTurns(atOnce: number, mostWaiting: number): Turns {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  const giveBack = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return {
    take: async () => {
      if (free > 0) free -= 1;
      else if (waiting.length >= mostWaiting) return null;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      return giveBack;
    },
  };
}
