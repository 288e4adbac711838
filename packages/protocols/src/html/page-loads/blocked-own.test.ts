import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { documentOf } from '../document/document.ts';
import { blockedOwn } from './blocked-own.ts';
import { parseCspPolicy } from '../../http/csp/parse.ts';

const digest = (algorithm: string, text: string): string => createHash(algorithm).update(text).digest('base64');
const url = 'https://site.example/';
const blocked = (html: string, ...policies: string[]): string[] => {
  const facts = documentOf(html, { url, sha256: (text) => digest('sha256', text) });
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

test('a policy that does not is told what it breaks', () => {
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
