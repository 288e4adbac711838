import { type HeaderLines, listedValues } from '../headers/header-list.ts';
import type { Parsed } from '../headers/parsed.ts';

/** The policies that send a path or query to other sites or to cleartext, and those that do not (Referrer Policy section 3). */
const policies = [
  'no-referrer',
  'no-referrer-when-downgrade',
  'same-origin',
  'origin',
  'strict-origin',
  'origin-when-cross-origin',
  'strict-origin-when-cross-origin',
  'unsafe-url',
] as const;

export type ReferrerPolicy = (typeof policies)[number];

const known = (token: string): ReferrerPolicy | undefined => policies.find((policy) => policy === token.toLowerCase());

/** The policy that a browser takes from the header: the last token that it knows (Referrer Policy section 8.1); null for none. */
export function parseReferrerPolicy(lines: HeaderLines): Parsed<ReferrerPolicy | null> {
  const tokens = listedValues(lines, 'Referrer-Policy').filter((token) => token !== '');
  const value = tokens.reduce<ReferrerPolicy | null>((last, token) => known(token) ?? last, null);
  const problems = tokens
    .filter((token) => known(token) === undefined)
    .map((token) => `"${token}" is not a referrer policy`);
  return { value, problems };
}
