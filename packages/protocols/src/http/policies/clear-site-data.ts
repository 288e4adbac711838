import { type HeaderLines, listedValues, unquote } from '../headers/header-list.ts';
import type { Parsed } from '../headers/parsed.ts';

/** Data that a browser deletes for a site (Clear Site Data section 3.1, and additions by browsers). */
const types = [
  'cache',
  'cookies',
  'storage',
  'executionContexts',
  'clientHints',
  'prefetchCache',
  'prerenderCache',
] as const;
export type ClearedType = (typeof types)[number];

const isType = (text: string): text is ClearedType => types.some((type) => type === text);

/** Reads Clear-Site-Data; null where it is absent. Types are case-sensitive quoted strings; `"*"` means all of them. */
export function parseClearSiteData(lines: HeaderLines): Parsed<readonly ClearedType[] | null> {
  const values = listedValues(lines, 'Clear-Site-Data');
  if (values.length === 0) return { value: null, problems: [] };
  const cleared = new Set<ClearedType>();
  const problems: string[] = [];
  for (const value of values) {
    const text = unquote(value);
    if (text === value) problems.push(`${value === '' ? 'An empty element' : value} is not a quoted string`);
    else if (text === '*') for (const type of types) cleared.add(type);
    else if (isType(text)) cleared.add(text);
    else problems.push(`"${text}" is not a type of data`);
  }
  return { value: [...cleared], problems };
}
