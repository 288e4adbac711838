/** The edit distance: insertions, deletions, replacements and swaps of adjacent letters. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i += 1) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const steps = [at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same];
      rows[i]?.push(Math.min(...steps, swapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY));
    }
  }
  return at(a.length, b.length);
}

/** Longer words are not compared, because the time grows with the square of the length. */
const maxTyped = 40;

/** The known word closest to a mistyped one; null if none is close. */
export function nearest(typed: string, known: readonly string[]): string | null {
  const word = typed.toLowerCase();
  if (word.length < 2 || word.length > maxTyped) return null;
  const [begun, ...others] = known.filter((one) => one.startsWith(word));
  if (begun !== undefined && others.length === 0) return begun;
  const most = (one: string): number => Math.ceil(Math.min(word.length, one.length) / 3);
  const [best] = known
    .filter((one) => Math.abs(word.length - one.length) <= most(one))
    .map((one) => ({ one, steps: distance(word, one) }))
    .filter(({ one, steps }) => steps <= most(one))
    .toSorted((a, b) => a.steps - b.steps);
  return best?.one ?? null;
}
