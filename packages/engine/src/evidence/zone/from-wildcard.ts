import type { Observed } from '../observed.ts';

/** Values that a random name has, too: a wildcard gave them. */
export function fromWildcard(values: Observed<readonly string[]>, random: Observed<readonly string[]>): string[] {
  if (!values.known || !random.known) return [];
  const wild = new Set(random.value);
  return values.value.filter((value) => wild.has(value));
}
