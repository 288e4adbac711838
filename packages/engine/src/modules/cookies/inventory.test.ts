import { type CookieRow, set, testCookieRows } from './testing/evidence.ts';
import { cookieCountSize, cookieThirdParty } from './inventory.ts';

const rows: CookieRow[] = [
  [
    cookieCountSize,
    '51 cookies',
    set(...Array.from({ length: 51 }, (_, index) => `c${index}=1`)),
    'informational',
    /51 cookies/,
  ],
  [cookieCountSize, 'one', set('a=b'), 'pass'],
  [cookieCountSize, 'none', set(), 'not-applicable'],
  [cookieThirdParty, 'analytics', set('_ga=GA1.1.1.1'), 'informational', /Google Analytics/],
  [cookieThirdParty, 'own', set('a=b'), 'pass'],
  [cookieThirdParty, 'none', set(), 'not-applicable'],
];

testCookieRows(rows);
