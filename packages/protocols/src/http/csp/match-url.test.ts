import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchesPath, matchesScheme, matchesSource } from './match-url.ts';
import { readSource } from './sources.ts';

const matches = (source: string, url: string, self = 'https://site.example/', redirected = false): boolean =>
  matchesSource(readSource(source), { url: new URL(url), self: new URL(self), redirected });

// CSP3 section 6.7.2.9, as browsers have it: those of WebSockets stand for no other.
const schemes: [expression: string, scheme: string, expected: boolean][] = [
  ['http', 'http', true],
  ['http', 'https', true],
  ['https', 'http', false],
  ['ws', 'wss', true],
  ['ws', 'http', false],
  ['ws', 'https', false],
  ['wss', 'https', false],
  ['wss', 'ws', false],
  ['https', 'wss', false],
  ['data', 'blob', false],
];
for (const [expression, scheme, expected] of schemes) {
  test(`scheme ${expression} ${expected ? 'stands' : 'does not stand'} for ${scheme}`, () => {
    assert.equal(matchesScheme(expression, scheme), expected);
  });
}

// CSP3 section 6.7.2.12, with its own examples among them.
const paths: [pattern: string, path: string, expected: boolean][] = [
  ['', '/a', true],
  ['/', '/', true],
  ['/', '/a', true],
  ['/', '', true],
  ['/js/', '/js/a/b.js', true],
  ['/js/', '/js', false],
  ['/js', '/js/', false],
  ['/js', '/js', true],
  ['/js', '/JS', false],
  ['/js/a.js', '/js/a.js', true],
  ['/js/%61.js', '/js/a.js', true],
  ['/a/b/', '/a/', false],
  ['/%zz', '/%zz', true],
  ['/a%2fb', '/a/b', false],
];
for (const [pattern, path, expected] of paths) {
  test(`the path ${pattern || 'none'} ${expected ? 'lets in' : 'keeps out'} ${path || 'none'}`, () => {
    assert.equal(matchesPath(pattern, path), expected);
  });
}

const expressions: [source: string, url: string, expected: boolean, self?: string][] = [
  ['*', 'https://any.example/x', true],
  ['*', 'http://any.example/x', true],
  ['*', 'data:text/html,x', false],
  ['*', 'blob:https://site.example/1', false],
  ['https:', 'https://any.example/', true],
  ['http:', 'https://any.example/', true],
  ['https:', 'http://any.example/', false],
  ['data:', 'data:,x', true],
  ['example.com', 'https://example.com/', true],
  ['example.com', 'http://example.com/', false],
  ['example.com', 'https://example.com/', true, 'http://site.example/'],
  ['example.com', 'http://example.com/', true, 'http://site.example/'],
  ['example.com', 'https://www.example.com/', false],
  ['EXAMPLE.com', 'https://example.com/', true],
  ['*.example.com', 'https://a.b.example.com/', true],
  ['*.example.com', 'https://example.com/', false],
  ['*.example.com', 'https://badexample.com/', false],
  ['http://example.com', 'https://example.com/', true],
  ['http://example.com:80', 'https://example.com/', true],
  ['http://example.com:80', 'https://example.com:8443/', false],
  ['example.com:443', 'https://example.com/', true],
  ['example.com:8443', 'https://example.com/', false],
  ['example.com', 'https://example.com:8443/', false],
  ['example.com:*', 'https://example.com:8443/', true],
  ['https://*:8443', 'https://any.example:8443/', true],
  ['https://*', 'data:,x', false],
  ['example.com/a/', 'https://example.com/b/', false],
  ["'self'", 'https://site.example/x', true],
  ["'self'", 'http://site.example/x', false],
  ["'self'", 'wss://site.example/x', true],
  ["'self'", 'https://site.example/x', true, 'http://site.example/'],
  ["'self'", 'ws://site.example/x', true, 'http://site.example/'],
  ["'self'", 'https://site.example:8443/', false],
  ["'self'", 'https://www.site.example/', false],
  ["'self'", 'blob:https://site.example/1', false],
  ["'self'", 'filesystem:https://site.example/temporary/1', false],
  ["'none'", 'https://site.example/', false],
  ['self', 'https://site.example/', false],
  ["'unsafe-inline'", 'https://site.example/', false],
  ['192.0.2.1', 'https://192.0.2.1/', true],
];
for (const [source, url, expected, self] of expressions) {
  test(`${source} ${expected ? 'matches' : 'does not match'} ${url}${self === undefined ? '' : ` on ${self}`}`, () => {
    assert.equal(matches(source, url, self), expected);
  });
}

test('after a redirect the path does not count, and everything else does', () => {
  assert.equal(matches('example.com/a/', 'https://example.com/b/', undefined, true), true);
  assert.equal(matches('example.com:8443/a/', 'https://example.com/b/', undefined, true), false);
});
