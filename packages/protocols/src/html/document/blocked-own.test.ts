import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { documentOf, type DocumentOptions } from './document.ts';
import { blockedOwn } from './blocked-own.ts';
import { parseCspPolicy } from '../../http/csp/parse.ts';

const digest = (algorithm: string, text: string): string => createHash(algorithm).update(text).digest('base64');
const url = 'https://site.example/';
const longHashes = (text: string) => ({ sha384: digest('sha384', text), sha512: digest('sha512', text) });
const blocked = (html: string, ...policies: string[]): string[] => blockedBy(policies, html);
const blockedBy = (policies: string[], html: string, options: Partial<DocumentOptions> = {}): string[] => {
  const facts = documentOf(html, { url, sha256: (text) => digest('sha256', text), ...options });
  return blockedOwn(policies.map(parseCspPolicy), facts, url).map(
    ({ what, text, directive }) => `${what} ${text} ${directive}`,
  );
};

const page = '<script src=//cdn.example/a.js></script><script>go()</script><img src=data:,x><img src=/x.png>';
const hash = `sha256-${digest('sha256', 'go()')}`;

test('a policy that fits its page blocks nothing', () => {
  assert.deepEqual(blocked(page, `default-src 'self'; script-src cdn.example '${hash}'; img-src 'self' data:`), []);
  assert.deepEqual(blocked(page), []);
});

test("'a policy that does not is reported with what it breaks'", () => {
  assert.deepEqual(blocked(page, "default-src 'self'"), [
    'resource https://cdn.example/a.js default-src',
    'resource data: default-src',
    `inline-script ${hash} default-src`,
  ]);
});

test('one of two policies is enough to break it', () => {
  assert.deepEqual(blocked('<img src=/x.png>', "img-src 'self'", "img-src 'none'"), [
    'resource https://site.example/x.png img-src',
  ]);
});

test('what the facts do not tell is not claimed', () => {
  const sha384 = `sha384-${digest('sha384', 'go()')}`;
  assert.deepEqual(blocked('<script>go()</script>', `script-src '${sha384}'`), []);
  assert.deepEqual(blocked('<script nonce=n src=x.js></script>', "script-src 'nonce-n'"), []);
  assert.deepEqual(blocked(`<script src=x.js integrity="${sha384}"></script>`, `script-src '${sha384}'`), []);
});

test('a frame with a document in it inherits the policy, and whether a module is imported is not claimed', () => {
  assert.deepEqual(
    blocked('<iframe srcdoc="<script src=//cdn.example/a.js></script>"></iframe>', "script-src 'self'"),
    ['resource https://cdn.example/a.js script-src'],
  );
  const map = '<script type=importmap>{"imports":{"a":"//cdn.example/a.js","b/":"//cdn.example/"}}</script>';
  assert.deepEqual(blocked(map, "script-src 'self'"), []);
});

test('hashes by SHA-384 and SHA-512 are compared where the facts hold them', () => {
  const html = '<script>go()</script><script>stay()</script><script>go()</script>';
  for (const algorithm of ['sha384', 'sha512']) {
    const policy = `script-src '${algorithm}-${digest(algorithm, 'go()')}'`;
    assert.deepEqual(blockedBy([policy], html, { longHashes }), [
      `inline-script sha256-${digest('sha256', 'stay()')} script-src`,
    ]);
  }
});

test('a rule of a style sheet may apply to nothing, a style attribute applies', () => {
  const html = '<style>@import "a.css"; p{background:url(a.png)}</style><p style="background:url(b.png)">';
  assert.deepEqual(blocked(html, "default-src 'none'"), [
    'resource https://site.example/a.css default-src',
    'resource https://site.example/b.png default-src',
  ]);
});
