/** The numbers at the beginning of a version, four at most. */
const numbersOf = (version: string): number[] =>
  (/^\d{1,6}(?:\.\d{1,6}){0,3}/.exec(version)?.[0] ?? '').split('.').map(Number);

/** Whether a version is older than a limit; compares only the numbers that the limit has, so that 2.4.1 is not older than 2.4. */
export function isOlderThan(version: string, limit: string): boolean {
  const own = numbersOf(version);
  for (const [at, part] of numbersOf(limit).entries()) {
    const mine = own[at] ?? 0;
    if (mine !== part) return mine < part;
  }
  return false;
}
