/** The hosts on one side of a row: one of them must be judged. */
type Side = readonly string[];

/** The host on most of these sides; of equals the one that is named first. */
function mostNamed(sides: readonly Side[]): string {
  const times = new Map<string, number>();
  for (const host of sides.flat()) times.set(host, (times.get(host) ?? 0) + 1);
  const most = Math.max(...times.values());
  return [...times].find(([, count]) => count === most)?.[0] ?? '';
}

/**
 * Few hosts with one at least from every side, always the same for the same sides: those that are audited anyway, then
 * again and again the host on most of the sides that are left.
 */
export function fewestHosts(sides: readonly Side[], anyway: readonly string[]): ReadonlySet<string> {
  const chosen = new Set(anyway);
  const isLeft = (side: Side): boolean => side.length > 0 && !side.some((host) => chosen.has(host));
  for (let left = sides.filter(isLeft); left.length > 0; left = left.filter(isLeft)) chosen.add(mostNamed(left));
  return chosen;
}
