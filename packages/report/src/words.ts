import type { Severity } from '@perimeter/contract/finding';
import { severities as known } from '@perimeter/contract/text/known-names';

export { counted } from '@perimeter/contract/text/counted';

/** Items as a sentence lists them: "a, b and c". */
export const inSentence = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`;

const small = 'none one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** The months of a year in English. */
export const monthNames: readonly string[] =
  'January February March April May June July August September October November December'.split(' ');

/** Small numbers as words, for running text. */
export const numberWord = (count: number): string => small[count] ?? String(count);

/** Numbers of severities, most severe first. */
export const worstFirst = (count: (level: Severity) => number): { severity: Severity; count: number }[] =>
  known.map((level) => ({ severity: level, count: count(level) }));

/** The number of each occurring severity, most severe first. */
export const bySeverity = (severities: readonly Severity[]): { severity: Severity; count: number }[] =>
  worstFirst((level) => severities.filter((one) => one === level).length).filter(({ count }) => count > 0);
