import { type HeaderLines, listedValues } from '../headers/header-list.ts';
import type { Parsed } from '../headers/parsed.ts';

/** What X-Frame-Options makes a browser do: frame nowhere, frame within the origin, or nothing at all. */
export type FrameOptions = 'deny' | 'sameorigin' | 'ignored';

const obeyed = new Set(['deny', 'sameorigin', 'allowall']);

/** HTML, "check a navigation response's adherence to X-Frame-Options", over the set of all values. */
function effect(values: ReadonlySet<string>): FrameOptions {
  // Several different values block framing as soon as one of them is a known word, and count for nothing otherwise.
  if (values.size > 1) return [...values].some((value) => obeyed.has(value)) ? 'deny' : 'ignored';
  const [only] = values;
  return only === 'deny' || only === 'sameorigin' ? only : 'ignored';
}

function problemOf(value: string): string | null {
  const word = value.toLowerCase();
  if (word === 'deny' || word === 'sameorigin') return null;
  if (word.startsWith('allow-from')) return `"${value}": browsers do not support ALLOW-FROM`;
  if (word === 'allowall') return '"ALLOWALL" allows every site to frame the page';
  if (word === '') return 'An empty value has no effect';
  return `"${value}" is neither DENY nor SAMEORIGIN`;
}

/** Reads every X-Frame-Options line; null if there is none. Browsers read a list in which equal words count once. */
export function parseFrameOptions(lines: HeaderLines): Parsed<FrameOptions | null> {
  const values = listedValues(lines, 'X-Frame-Options');
  if (values.length === 0) return { value: null, problems: [] };
  const distinct = new Set(values.map((value) => value.toLowerCase()));
  const problems = [...new Map(values.map((value) => [value.toLowerCase(), value])).values()].flatMap(
    (value) => problemOf(value) ?? [],
  );
  if (distinct.size > 1) problems.push(`${distinct.size} different values contradict each other`);
  return { value: effect(distinct), problems };
}
