import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftsOf } from '../../catalogue/testing/rows.ts';
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
  [cookieThirdParty, 'the load balancer of the site', set('AWSALB=x; Path=/'), 'pass'],
  [cookieThirdParty, 'own', set('a=b'), 'pass'],
  [cookieThirdParty, 'none', set(), 'not-applicable'],
];

testCookieRows(rows);

test('the proof of cookie-third-party is the cookies that it names', () => {
  const [draft] = draftsOf(cookieThirdParty.evaluate(set('sid=1', '_ga=GA1.1.1.1', 'AWSALB=x')));
  assert.match(String(draft?.evidence), /Set-Cookie: _ga=/);
  assert.doesNotMatch(String(draft?.evidence), /sid=|AWSALB=/);
});
