import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../testing/random.ts';
import { readSource, type Source } from './sources.ts';

type Shape = Source extends infer S ? (S extends { text: string } ? Omit<S, 'text'> : never) : never;

const host = (host: string, parts: { scheme?: string; port?: string; path?: string } = {}): Shape => ({
  kind: 'host',
  scheme: parts.scheme ?? null,
  host,
  port: parts.port ?? null,
  path: parts.path ?? '',
});

// CSP3 section 2.3.1.
const cases: [text: string, source: Shape][] = [
  ["'none'", { kind: 'none' }],
  ["'NONE'", { kind: 'none' }],
  ["'Self'", { kind: 'keyword', keyword: 'self' }],
  ["'strict-dynamic'", { kind: 'keyword', keyword: 'strict-dynamic' }],
  ["'nonce-aB+/-_=='", { kind: 'nonce', nonce: 'aB+/-_==' }],
  ["'NONCE-abc'", { kind: 'nonce', nonce: 'abc' }],
  ["'SHA256-abc='", { kind: 'hash', algorithm: 'sha256', value: 'abc=' }],
  ["'sha384-ab-_'", { kind: 'hash', algorithm: 'sha384', value: 'ab-_' }],
  ["'nonce-'", { kind: 'invalid', reason: 'malformed-nonce' }],
  ["'nonce-a b'", { kind: 'invalid', reason: 'malformed-nonce' }],
  ["'nonce-abc", { kind: 'invalid', reason: 'malformed-nonce' }],
  ["'sha256-a!'", { kind: 'invalid', reason: 'malformed-hash' }],
  ["'sha1-abc'", { kind: 'invalid', reason: 'malformed-hash' }],
  ["'sha256-aaa''sha256-bbb'", { kind: 'invalid', reason: 'malformed-hash' }],
  ["'unsafe'", { kind: 'invalid', reason: 'unknown-keyword' }],
  ["'", { kind: 'invalid', reason: 'unknown-keyword' }],
  ['https:', { kind: 'scheme', scheme: 'https' }],
  ['DATA:', { kind: 'scheme', scheme: 'data' }],
  ['*', host('*')],
  ['self', host('self')],
  ['data', host('data')],
  ['CDN.Example', host('cdn.example')],
  ['*.example', host('*.example')],
  ['https://*.example:*/js/', host('*.example', { scheme: 'https', port: '*', path: '/js/' })],
  ['example.com:8080', host('example.com', { port: '8080' })],
  ['example.com/a.js?x=1', host('example.com', { path: '/a.js' })],
  ['https://*', host('*', { scheme: 'https' })],
  ['localhost:3000', host('localhost', { port: '3000' })],
  ['//example.com', { kind: 'invalid', reason: 'malformed-host' }],
  ['https:/example.com', { kind: 'invalid', reason: 'malformed-host' }],
  ['exa*mple.com', { kind: 'invalid', reason: 'malformed-host' }],
  ['*example.com', { kind: 'invalid', reason: 'malformed-host' }],
  ['example.com:', { kind: 'scheme', scheme: 'example.com' }],
  ['example.com:x', { kind: 'invalid', reason: 'malformed-host' }],
  ['https://', { kind: 'invalid', reason: 'malformed-host' }],
  ['a..b', { kind: 'invalid', reason: 'malformed-host' }],
  ['"self"', { kind: 'invalid', reason: 'malformed-host' }],
];

for (const [text, source] of cases) {
  test(`${text} is read as ${source.kind}`, () => assert.deepEqual(readSource(text), { ...source, text }));
}

test('any token is read, a long one in linear time', () => {
  fc.assert(fc.property(fc.string(), (text) => assert.equal(readSource(text).text, text)));
  for (const piece of ['a-', 'a.', '*.', "'nonce-", ':1', '/a', 'a:']) readSource(`${piece.repeat(50_000)}!`);
});
