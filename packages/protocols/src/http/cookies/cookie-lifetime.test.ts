import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCookieFacts } from './cookie-facts.ts';
import { type CookieLifetime, cookieLifetime, maxCookieSeconds, parseCookieDate } from './cookie-lifetime.ts';

const now = Date.UTC(2026, 0, 1);
const lifetime = (attributes: string): CookieLifetime =>
  cookieLifetime(readCookieFacts(`a=b; ${attributes}`, 'https'), now);

const lifetimes: [attributes: string, lifetime: CookieLifetime][] = [
  ['Secure', { kind: 'session' }],
  ['Max-Age=60', { kind: 'persistent', seconds: 60, asked: 60 }],
  ['Max-Age=0', { kind: 'deleted' }],
  ['Max-Age=-5; Expires=Fri, 01 Jan 2027 00:00:00 GMT', { kind: 'deleted' }],
  ['Expires=Thu, 01 Jan 2026 00:01:00 GMT; Max-Age=5', { kind: 'persistent', seconds: 5, asked: 5 }],
  ['Max-Age=5; Max-Age=x', { kind: 'persistent', seconds: 5, asked: 5 }],
  ['Max-Age=1.5', { kind: 'session' }],
  ['Max-Age=', { kind: 'session' }],
  ['Max-Age=99999999', { kind: 'persistent', seconds: maxCookieSeconds, asked: 99_999_999 }],
  ['Expires=Thu, 01 Jan 2026 00:01:00 GMT', { kind: 'persistent', seconds: 60, asked: 60 }],
  ['Expires=Thu, 01-Jan-1970 00:00:00 GMT', { kind: 'deleted' }],
  ['Expires=never', { kind: 'session' }],
];

for (const [attributes, expected] of lifetimes) {
  test(`"${attributes}" gives ${expected.kind}`, () => assert.deepEqual(lifetime(attributes), expected));
}

const at = Date.UTC(1994, 10, 6, 8, 49, 37);
const dates: [text: string, ms: number | null][] = [
  ['Sun, 06 Nov 1994 08:49:37 GMT', at],
  ['Sunday, 06-Nov-94 08:49:37 GMT', at],
  ['Sun Nov  6 08:49:37 1994', at],
  ['08:49:37 06 november 94', at],
  ['6 Nov 1994 8:49:37', at],
  ['06 Nov 69 08:49:37', Date.UTC(2069, 10, 6, 8, 49, 37)],
  ['06 Nov 70 08:49:37', Date.UTC(1970, 10, 6, 8, 49, 37)],
  ['06 Nov 1994', null],
  ['06 Nov 1994 24:00:00', null],
  ['32 Nov 1994 08:49:37', null],
  ['31 Nov 1994 08:49:37', null],
  ['06 Nov 1600 08:49:37', null],
  ['', null],
];

for (const [text, ms] of dates) {
  test(`the date "${text}" is ${ms === null ? 'ignored' : 'read'}`, () => assert.equal(parseCookieDate(text), ms));
}
