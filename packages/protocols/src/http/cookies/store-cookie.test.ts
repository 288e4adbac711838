import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { absentVectors, publishedVectors } from '../../testing/published-vectors.ts';
import { readCookieFacts } from './cookie-facts.ts';
import { cookieLifetime } from './cookie-lifetime.ts';
import { domainMatches, storeCookie, type StoredCookie } from './store-cookie.ts';

const store = (line: string, url = 'https://www.site.example/a/b?c') => {
  const parsed = new URL(url);
  return storeCookie(readCookieFacts(line, parsed.protocol === 'https:' ? 'https' : 'http'), parsed);
};

const kept: [line: string, url: string | undefined, stored: Partial<StoredCookie>][] = [
  ['a=b', undefined, { domain: 'www.site.example', hostOnly: true, path: '/a', sameSite: 'default', secure: false }],
  ['a=b; Domain=.SITE.example; Path=/', undefined, { domain: 'site.example', hostOnly: false, path: '/' }],
  ['a=b; Domain=; Path=x', undefined, { hostOnly: true, path: '/a' }],
  ['a=b', 'https://site.example', { path: '/' }],
  ['a=b; SameSite=NONE; Secure', undefined, { sameSite: 'none' }],
  ['a=b; SameSite=Lax; SameSite=never', undefined, { sameSite: 'default' }],
  ['a=b; Secure; Partitioned', undefined, { partitioned: true }],
  ['a=b; Domain=github.io', 'https://github.io/', { hostOnly: true, domain: 'github.io' }],
  ['a=b; Domain=192.0.2.1', 'http://192.0.2.1/', { domain: '192.0.2.1' }],
  ['__Host-a=b; Secure; Path=/', undefined, { hostOnly: true }],
  ['__HOST-a=b; Secure; Path=/; Domain=', undefined, { hostOnly: true }],
  ['__Secure-a=b; Secure; Domain=site.example', undefined, { hostOnly: false }],
  ['__Http-a=b; Secure; HttpOnly', undefined, { httpOnly: true }],
  ['__Host-Http-a=b; Secure; HttpOnly; Path=/', undefined, { httpOnly: true }],
];

for (const [line, url, expected] of kept) {
  test(`"${line}" of ${url ?? 'www.site.example'} is kept`, () => {
    const stored = store(line, url);
    assert.ok('kept' in stored, JSON.stringify(stored));
    assert.deepEqual({ ...stored.kept, ...expected }, stored.kept);
  });
}

const rejected: [line: string, reason: string, url?: string][] = [
  ['', 'empty'],
  ['a=b; Domain=sité.example', 'domain-not-ascii'],
  ['a=b; Domain=example', 'domain-public-suffix'],
  ['a=b; Domain=co.uk', 'domain-public-suffix', 'https://site.co.uk/'],
  ['a=b; Domain=github.io', 'domain-public-suffix', 'https://me.github.io/'],
  ['a=b; Domain=other.example', 'domain-mismatch'],
  ['a=b; Domain=below.www.site.example', 'domain-mismatch'],
  ['a=b; Domain=ite.example', 'domain-mismatch'],
  ['a=b; Domain=site.example.', 'domain-mismatch'],
  ['a=b; Domain=0.2.1', 'domain-mismatch', 'http://192.0.2.1/'],
  ['a=b; Secure', 'secure-over-http', 'http://site.example/'],
  ['a=b; SameSite=None', 'same-site-none-without-secure'],
  ['a=b; Partitioned', 'partitioned-without-secure'],
  ['__secure-a=b', 'secure-prefix'],
  ['__Host-a=b; Path=/', 'host-prefix'],
  ['__Host-a=b; Secure', 'host-prefix', 'https://site.example/'],
  ['__Host-a=b; Secure; Path=/x', 'host-prefix'],
  ['__Host-a=b; Secure; Path=/; Domain=www.site.example', 'host-prefix'],
  ['__Http-a=b; Secure', 'http-prefix'],
  ['__Host-Http-a=b; Secure; Path=/', 'host-http-prefix'],
  ['__Host-Http-a=b; Secure; HttpOnly; Path=/; Domain=site.example', 'host-http-prefix'],
];

for (const [line, reason, url] of rejected) {
  test(`"${line}" of ${url ?? 'www.site.example'} is dropped: ${reason}`, () => {
    assert.deepEqual(store(line, url), { rejected: reason });
  });
}

interface Case {
  id: string;
  setCookie: readonly string[];
  location: string | null;
  cookie: string;
}
const readCases = (file: string): readonly Case[] => JSON.parse(readFileSync(file, 'utf8')).cases;

/** RFC 10025 section 5.1.4. */
const pathMatches = (path: string, stored: string): boolean =>
  path === stored || (path.startsWith(stored) && (stored.endsWith('/') || path[stored.length] === '/'));

/** The suite is a dialogue of 2011: its cookies expire by this day's clock. */
const suiteTime = Date.UTC(2011, 0, 1);

/** What a browser would send back, by the jar rules that this test adds to the model. */
function sentBack({ setCookie, location }: Case): string {
  const from = new URL('http://home.example.org:8888/cookie-parser');
  const to = new URL(location ?? '/cookie-parser-result', from);
  const jar = new Map<string, { stored: StoredCookie; pair: string }>();
  for (const line of setCookie) {
    const facts = readCookieFacts(line, 'http');
    const storing = storeCookie(facts, from);
    if ('rejected' in storing) continue;
    const { name, domain, path } = storing.kept;
    const key = [name, domain, path].join(' ');
    if (cookieLifetime(facts, suiteTime).kind === 'deleted') {
      jar.delete(key);
      continue;
    }
    const value =
      line
        .split(';')[0]
        ?.replace(/^[^=]*=/, '')
        .replaceAll(/^[ \t]+|[ \t]+$/g, '') ?? '';
    jar.set(key, { stored: storing.kept, pair: name === '' ? value : `${name}=${value}` });
  }
  return [...jar.values()]
    .filter(({ stored }) =>
      stored.hostOnly ? to.hostname === stored.domain : domainMatches(to.hostname, stored.domain),
    )
    .filter(({ stored }) => pathMatches(to.pathname, stored.path))
    .toSorted((a, b) => b.stored.path.length - a.stored.path.length)
    .map(({ pair }) => pair)
    .join('; ');
}

/** RFC 10025 departs from the rules of 2011 for nameless cookies and for long ones; the suite itself has disabled some cases. */
const isUnchanged = ({ id, setCookie }: Case): boolean =>
  !id.startsWith('disabled-') &&
  setCookie.every((line) => {
    const { name, rejection } = readCookieFacts(line, 'http');
    return name !== '' && rejection !== 'too-large';
  });

test('the http-state suite gets back the cookies that it expects', (t) => {
  const file = publishedVectors('http_state_cookies.json');
  if (file === null) return t.skip(absentVectors('http_state_cookies.json'));
  const cases = readCases(file).filter(isUnchanged);
  const wrong = cases.filter((one) => sentBack(one) !== one.cookie);
  assert.deepEqual(
    wrong.map((one) => [one.id, one.setCookie, one.cookie, sentBack(one)]),
    [],
  );
  assert.ok(cases.length > 90, `${cases.length} cases compared`);
});
