/** The median of a figure over several runs; NaN without runs. */
export function medianOf<T>(runs: readonly T[], figure: (run: T) => number): number {
  const sorted = runs.map(figure).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
