import type { Severity } from '@perimeter/contract/finding';

const months = 'January February March April May June July August September October November December'.split(' ');

/** "7 May 2026", in UTC. */
export function longDate(epochMs: number): string {
  const date = new Date(epochMs);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
}

/** "10:12", in UTC. */
export const clock = (epochMs: number): string => new Date(epochMs).toISOString().slice(11, 16);

/** A day beside others: with the time where the same day is among them. */
export const tellingDate = (epochMs: number, others: readonly number[]): string =>
  others.some((other) => longDate(other) === longDate(epochMs))
    ? `${longDate(epochMs)}, ${clock(epochMs)} UTC`
    : longDate(epochMs);

const small = 'none one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Small numbers as words, as running text wants them. */
export const numberWord = (count: number): string => small[count] ?? String(count);

/** How many there are of each severity that there is, gravest first. */
export const bySeverity = (severities: readonly Severity[]): { severity: Severity; count: number }[] =>
  (['critical', 'high', 'medium', 'low'] as const).flatMap((severity) => {
    const count = severities.filter((one) => one === severity).length;
    return count === 0 ? [] : [{ severity, count }];
  });

const longestInProse = 60;

/** The audited name, or "the domain" where it would fill the sentence. */
export const subjectOf = (domain: string): string => (domain.length > longestInProse ? 'the domain' : domain);
