/** -1, 0 or 1: the order of two numbers. */
const orderOf = (a: number, b: number): number => Math.sign(a - b);

/** How two rankings order each pair of their items: agreeing, opposed, and tied in the first or second. */
function pairsOf(first: readonly number[], second: readonly number[]) {
  const counts = { agreeing: 0, opposed: 0, tiedFirst: 0, tiedSecond: 0, all: 0 };
  for (const [i, a] of first.entries())
    for (const [j, b] of first.entries()) {
      if (j <= i) continue;
      const [x, y] = [orderOf(a, b), orderOf(second[i] ?? 0, second[j] ?? 0)];
      counts.all += 1;
      if (x === 0) counts.tiedFirst += 1;
      if (y === 0) counts.tiedSecond += 1;
      if (x * y > 0) counts.agreeing += 1;
      if (x * y < 0) counts.opposed += 1;
    }
  return counts;
}

/**
 * Kendall's tau-b of two rankings of the same items, from -1 (reversed) to 1 (equal): tau with a correction for ties
 * (Kendall, "The treatment of ties in ranking problems", Biometrika 33, 1945). NaN where a ranking has ties only.
 */
export function kendallTau(first: readonly number[], second: readonly number[]): number {
  const { agreeing, opposed, tiedFirst, tiedSecond, all } = pairsOf(first, second);
  return (agreeing - opposed) / Math.sqrt((all - tiedFirst) * (all - tiedSecond));
}

/** The middle of the ranks that several orders give to each item; an order names the items from best to worst. */
export function medianRanks(orders: readonly (readonly string[])[], items: readonly string[]): number[] {
  return items.map((item) => {
    const ranks = orders.map((order) => order.indexOf(item)).toSorted((a, b) => a - b);
    return ranks[Math.floor(ranks.length / 2)] ?? Number.NaN;
  });
}
