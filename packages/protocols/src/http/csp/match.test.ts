import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  allowsCompilation,
  allowsInline,
  allowsObject,
  allowsScript,
  allowsStyle,
  allowsUrl,
  allowsWorker,
  type InlineKind,
} from './match.ts';
import { parseCspPolicy } from './parse.ts';

const self = new URL('https://site.example/');
const at = (url: string) => ({ url: new URL(url, self), self });
const cdn = at('https://cdn.example/x.js');

const inline: [policy: string, kind: InlineKind, allows: boolean][] = [
  ['img-src *', 'script', true],
  ["default-src 'self'", 'script', false],
  ["script-src 'unsafe-inline'", 'script', true],
  ["script-src 'unsafe-inline'", 'script attribute', true],
  ["script-src 'unsafe-inline'", 'navigation', true],
  ["script-src 'unsafe-inline' 'nonce-abc'", 'script', false],
  ["script-src 'unsafe-inline' 'sha256-abc='", 'script attribute', false],
  ["script-src 'unsafe-inline' 'nonce-'", 'script', true],
  ["script-src 'unsafe-inline' 'sha256-a''sha256-b'", 'script', true],
  ["script-src 'unsafe-inline' 'strict-dynamic'", 'navigation', false],
  ["style-src 'unsafe-inline' 'strict-dynamic'", 'style', true],
  ["default-src 'unsafe-inline'; script-src 'none'", 'script', false],
  ["default-src 'unsafe-inline'; script-src 'none'", 'style', true],
  ["script-src-elem 'self'", 'script', false],
  ["script-src-elem 'self'", 'script attribute', true],
  ["script-src-elem 'self'", 'navigation', false],
  ["script-src 'none'; script-src-attr 'unsafe-inline'", 'script attribute', true],
  ["script-src 'unsafe-inline'; script-src-elem 'none'", 'script attribute', true],
  ["style-src 'nonce-abc'; style-src-attr 'unsafe-inline'", 'style attribute', true],
  ["style-src 'nonce-abc'; style-src-attr 'unsafe-inline'", 'style', false],
  ["script-src 'unsafe-inline'; require-trusted-types-for 'script'", 'navigation', false],
  ["script-src 'unsafe-inline'; require-trusted-types-for 'script'", 'script', true],
  ["SCRIPT-SRC 'UNSAFE-INLINE'", 'script', true],
  ['script-src unsafe-inline', 'script', false],
  ['script-src', 'script', false],
];
for (const [policy, kind, allows] of inline) {
  test(`"${policy}" ${allows ? 'allows' : 'blocks'} an inline ${kind}`, () => {
    assert.equal(allowsInline(parseCspPolicy(policy), kind).allows, allows);
  });
}

test('a nonce lets in the element that has it, and a hash the text, attributes only with unsafe-hashes', () => {
  const nonce = parseCspPolicy("script-src 'nonce-abc'");
  assert.equal(allowsInline(nonce, 'script', { nonce: 'abc' }).allows, true);
  assert.equal(allowsInline(nonce, 'script', { nonce: 'ABC' }).allows, false);
  assert.equal(allowsInline(nonce, 'script attribute', { nonce: 'abc' }).allows, false);
  const hashes = ['sha256-a+/='];
  assert.equal(allowsInline(parseCspPolicy("script-src 'sha256-a-_='"), 'script', { hashes }).allows, true);
  assert.equal(allowsInline(parseCspPolicy("script-src 'sha256-a+/='"), 'script attribute', { hashes }).allows, false);
  const unsafe = parseCspPolicy("script-src 'sha256-a+/=' 'unsafe-hashes'");
  assert.equal(allowsInline(unsafe, 'script attribute', { hashes }).allows, true);
  assert.equal(allowsInline(unsafe, 'script attribute').allows, false);
});

const scripts: [policy: string, allows: boolean][] = [
  ["script-src 'strict-dynamic' 'nonce-abc' https: 'self' *", false],
  ["script-src 'strict-dynamic' https:", false],
  ["script-src 'nonce-abc' https:", true],
  ["script-src https:; script-src-elem 'self'", false],
  ["script-src 'none' https:", true],
  ["script-src 'none'", false],
  ["default-src *; script-src 'self'", false],
  ["default-src 'none'; script-src cdn.example", true],
];
for (const [policy, allows] of scripts) {
  test(`"${policy}" ${allows ? 'lets in' : 'keeps out'} a script of another host`, () => {
    assert.equal(allowsScript(parseCspPolicy(policy), cdn).allows, allows);
  });
}

test('a script with the nonce, or with integrity whose hashes are all listed, is let in', () => {
  const policy = parseCspPolicy("script-src 'nonce-abc' 'sha384-xyz=' 'strict-dynamic'");
  assert.equal(allowsScript(policy, cdn, { nonce: 'abc' }).source, "'nonce-abc'");
  assert.equal(allowsScript(policy, cdn, { hashes: ['sha384-xyz='] }).allows, true);
  assert.equal(allowsScript(policy, cdn, { hashes: ['sha384-xyz=', 'sha256-other='] }).allows, false);
  assert.equal(allowsStyle(parseCspPolicy("style-src 'nonce-abc'"), cdn, { nonce: 'abc' }).allows, true);
});

test('objects need the list of frames, too', () => {
  assert.equal(allowsObject(parseCspPolicy("object-src *; default-src 'none'"), cdn).allows, false);
  assert.equal(allowsObject(parseCspPolicy('object-src *; frame-src *'), cdn).allows, true);
  assert.equal(allowsObject(parseCspPolicy("object-src 'none'"), cdn).allows, false);
});

test('eval and WebAssembly look at script-src and default-src alone', () => {
  const evals = (policy: string): boolean => allowsCompilation(parseCspPolicy(policy), 'eval').allows;
  assert.equal(evals("script-src-elem 'self'"), true);
  assert.equal(evals("script-src 'self'"), false);
  assert.equal(evals("default-src 'self' 'unsafe-eval'; script-src 'self'"), false);
  assert.equal(evals("default-src 'self' 'unsafe-eval'"), true);
  assert.equal(evals("script-src 'unsafe-eval'; require-trusted-types-for 'script'"), false);
  const wasm = parseCspPolicy("script-src 'wasm-unsafe-eval'");
  assert.deepEqual([allowsCompilation(wasm, 'wasm').allows, allowsCompilation(wasm, 'eval').allows], [true, false]);
});

// CSP3 section 6.8.3.
const chains: [
  directive: 'img-src' | 'frame-src' | 'worker-src' | 'base-uri',
  policy: string,
  ruling: string | null,
][] = [
  ['img-src', "default-src 'none'", 'default-src'],
  ['frame-src', "default-src *; child-src 'none'", 'child-src'],
  ['frame-src', "child-src *; frame-src 'none'", 'frame-src'],
  ['worker-src', "default-src *; script-src 'none'", 'script-src'],
  ['worker-src', "script-src *; child-src 'none'", 'child-src'],
  ['base-uri', "default-src 'none'", null],
];
for (const [directive, policy, ruling] of chains) {
  test(`${directive} in "${policy}" is ruled by ${ruling ?? 'nothing'}`, () => {
    assert.equal(allowsUrl(parseCspPolicy(policy), directive, cdn).directive, ruling);
  });
}

test('strict-dynamic trusts workers in a list of scripts alone', () => {
  const worker = (policy: string): boolean => allowsWorker(parseCspPolicy(policy), cdn).allows;
  assert.equal(worker("script-src 'nonce-abc' 'strict-dynamic'"), true);
  assert.equal(worker("default-src 'nonce-abc' 'strict-dynamic'"), false);
  assert.equal(worker("worker-src 'self'; script-src *"), false);
});
