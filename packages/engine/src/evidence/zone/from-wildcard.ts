import type { Observed } from '../observed.ts';

/** Values that a random name has as well, so that they come from a wildcard. */
export function fromWildcard(values: Observed<readonly string[]>, random: Observed<readonly string[]>): string[] {
  if (!values.known || !random.known) return [];
  const wild = new Set(random.value);
  return values.value.filter((value) => wild.has(value));
}
