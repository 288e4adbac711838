import { type HeaderLines, listedValues } from './header-list.ts';
import type { Parsed } from './parsed.ts';

/** Whether a browser obeys X-Content-Type-Options: its first listed value alone counts (Fetch, "determine nosniff"). */
export function parseNosniff(lines: HeaderLines): Parsed<boolean> {
  const [first, ...rest] = listedValues(lines, 'X-Content-Type-Options');
  if (first === undefined) return { value: false, problems: [] };
  const nosniff = first.toLowerCase() === 'nosniff';
  const problems = nosniff ? [] : [`The first value is "${first}", and nosniff is the only one defined`];
  if (rest.some((value) => value.toLowerCase() !== 'nosniff')) problems.push('Values after the first are ignored');
  return { value: nosniff, problems };
}
