import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { pairProblem, parseSetCookie, readCookieAttribute, readCookiePair, splitCookie } from './set-cookie.ts';
import { absentVectors, publishedVectors } from '../../testing/published-vectors.ts';

test('attributes have no case, the last of a name counts', () => {
  const cookie = parseSetCookie('__Host-id=a=b ; SECURE; path=/x; Path=/ ; HttpOnly=yes;SameSite = Lax;;').value;
  assert.equal(cookie?.name, '__Host-id');
  assert.equal(cookie?.value, 'a=b');
  assert.deepEqual(
    [...(cookie?.attributes ?? [])],
    [
      ['secure', ''],
      ['path', '/'],
      ['httponly', 'yes'],
      ['samesite', 'Lax'],
    ],
  );
});

test('a lone word is the value of a nameless cookie', () => {
  assert.deepEqual(parseSetCookie('word; Secure').value?.name, '');
  assert.equal(parseSetCookie('word').value?.value, 'word');
});

test('pieces of a line are read alike everywhere', () => {
  assert.deepEqual(splitCookie('a=b; Path=/;'), { cookie: 'a=b', attributes: [' Path=/', ''] });
  assert.deepEqual(readCookiePair(' word '), { name: '', value: 'word' });
  assert.deepEqual(readCookieAttribute(' SameSite = Lax'), { name: 'samesite', value: 'Lax' });
  assert.deepEqual(readCookieAttribute(' Secure'), { name: 'secure', value: '' });
  const problems = ['', `${'a'.repeat(2048)}=${'b'.repeat(2048)}`, `${'a'.repeat(2048)}=${'b'.repeat(2049)}`];
  assert.deepEqual(
    problems.map((text) => pairProblem(readCookiePair(text))),
    ['empty', null, 'too-large'],
  );
});

test('controls, emptiness and length void a cookie', () => {
  for (const line of ['a=b\0c', 'a=\u007f', '', '=', ' = ; Path=/', `a=${'b'.repeat(4096)}`]) {
    assert.equal(parseSetCookie(line).value, null);
  }
  assert.ok(parseSetCookie(`a=${'b'.repeat(4095)}`).value);
  assert.ok(parseSetCookie('a=b\tc').value);
});

test('an attribute value of more than 1024 octets is skipped', () => {
  assert.equal(parseSetCookie(`a=b; Path=/${'x'.repeat(1024)}`).value?.attributes.has('path'), false);
});

const vectorsPath = publishedVectors('http_state_cookies.json');
interface Vectors {
  cases: readonly { id: string; setCookie: readonly string[]; cookie: string }[];
}
const readVectors = (file: string): Vectors => JSON.parse(readFileSync(file, 'utf8'));

/** Cases where RFC 10025 departs from the older rules that the suite records: nameless cookies, controls, size. */
const changedSince = new Set(['0021', '0023', '0025', '0027', 'chromium0009', 'chromium0019', 'disabled-chromium0022']);

test('every pair that the http-state suite sends back is read from its Set-Cookie lines', (t) => {
  if (vectorsPath === null) return t.skip(absentVectors('http_state_cookies.json'));
  const { cases } = readVectors(vectorsPath);
  let compared = 0;
  for (const { id, setCookie, cookie } of cases) {
    if (cookie === '' || changedSince.has(id)) continue;
    const pairs = setCookie.flatMap((line) => {
      const { value } = parseSetCookie(line);
      return value === null ? [] : [value.name === '' ? value.value : `${value.name}=${value.value}`];
    });
    for (const sent of cookie.split('; ')) assert.ok(pairs.includes(sent), `${id}: ${sent} among ${pairs.join(' | ')}`);
    compared += 1;
  }
  assert.ok(compared > 40, `${compared} cases compared`);
});

test('the http-state suite finds Secure where it is an attribute and nowhere else', (t) => {
  if (vectorsPath === null) return t.skip(absentVectors('http_state_cookies.json'));
  const { cases } = readVectors(vectorsPath);
  const aboutSecure = cases.filter(({ setCookie }) => setCookie.length === 1 && /secure/i.test(setCookie[0] ?? ''));
  // The suite is served over http, so a Secure cookie is never sent back.
  for (const { id, setCookie, cookie } of aboutSecure) {
    assert.equal(parseSetCookie(setCookie[0] ?? '').value?.attributes.has('secure'), cookie === '', id);
  }
  assert.ok(aboutSecure.length > 5);
});
