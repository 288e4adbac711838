/** Characters of names that no shell reads as anything else. */
const plainName = /^[A-Za-z0-9._-]+$/;

/** `dig` for the records of names, one command each; null where a name is not safe to paste. */
export function digLine(type: string, ...names: readonly string[]): string | null {
  if (!names.every((name) => plainName.test(name))) return null;
  return `Reproduce: ${names.map((name) => `dig ${type} ${name}`).join('; ')}`;
}
