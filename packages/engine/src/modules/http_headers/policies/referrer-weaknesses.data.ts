import type { ReferrerPolicy } from '@perimeter/protocols/http/policies/referrer-policy';

/** What each policy weaker than the browsers' default discloses. */
export const referrerWeaknesses: Partial<Record<ReferrerPolicy, string>> = {
  'unsafe-url': 'sends the full URL, with path and query, to every site, even over plain HTTP',
  'no-referrer-when-downgrade': 'sends the full URL, with path and query, to every HTTPS site',
  origin: 'sends the origin over plain HTTP too',
  'origin-when-cross-origin': 'sends the origin to other sites over plain HTTP too',
};
