/** Works on items concurrently, up to a limit and never two of one kind; returns the results in order. */
export function sideBySide<T, R>(
  items: readonly T[],
  { atMost, kindOf }: { atMost: number; kindOf: (item: T) => string },
  work: (item: T) => Promise<R>,
): Promise<R>[] {
  const waiting: (() => void)[] = [];
  const lastOfKind = new Map<string, Promise<unknown>>();
  let running = 0;
  return items.map((item) => {
    const before = lastOfKind.get(kindOf(item));
    const one = async (): Promise<R> => {
      if (running < atMost) running += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        await before;
        return await work(item);
      } finally {
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    };
    const result = one();
    // The next of this kind runs even if this one fails; the failure is reported with its own result.
    lastOfKind.set(
      kindOf(item),
      result.catch(() => {}),
    );
    return result;
  });
}
