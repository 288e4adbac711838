import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { PageResource } from '../document/facts.ts';
import { guardOf } from './guarded.ts';
import { type IntegrityProblem, matchesIntegrity, parseIntegrity } from './integrity.ts';
import { type MixedClass, mixedClassOf, sendsInClear } from './mixed-content.ts';

const digest = (algorithm: string): string => createHash(algorithm).update('alert(1)').digest('base64');
const digests = { sha256: digest('sha256'), sha384: digest('sha384'), sha512: digest('sha512') };
const [good256, good384, good512] = [
  `sha256-${digests.sha256}`,
  `sha384-${digests.sha384}`,
  `sha512-${digests.sha512}`,
];
const bad384 = `sha384-${createHash('sha384').update('x').digest('base64')}`;
const url = good384.replaceAll('+', '-').replaceAll('/', '_');

// SRI sections 3.3.2 to 3.3.4, and what a current Chromium does with the rest.
const attributes: [text: string, takes: boolean, kinds: string[], problems: IntegrityProblem[]][] = [
  [good256, true, ['sha256'], []],
  [` ${good256}\n${good512} `, true, ['sha512'], []],
  [`${bad384} ${good256}`, false, ['sha384'], []],
  [`${bad384} ${good384}`, true, ['sha384', 'sha384'], []],
  [url, true, ['sha384'], []],
  [good256.replace(/=+$/, ''), true, ['sha256'], []],
  [`${good384}?ct=application/javascript`, true, ['sha384'], []],
  ['', true, [], ['empty']],
  [' ', true, [], ['empty']],
  [good384.toUpperCase(), true, [], ['unknown-algorithm']],
  ['md5-abc sha1-abc', true, [], ['unknown-algorithm', 'unknown-algorithm']],
  [`${good256},${good384}`, true, [], ['malformed']],
  ['sha256', true, [], ['malformed']],
  ['sha256-', true, [], ['malformed']],
  ['sha256-abc', false, ['sha256'], ['wrong-length']],
  [`junk ${good256}`, true, ['sha256'], ['unknown-algorithm']],
];
for (const [text, takes, kinds, problems] of attributes) {
  test(`integrity "${text.slice(0, 40)}" ${takes ? 'takes' : 'refuses'} the file, by ${kinds.join(', ') || 'nothing'}`, () => {
    const integrity = parseIntegrity(text);
    assert.deepEqual(
      integrity.hashes.map(({ algorithm }) => algorithm),
      kinds,
    );
    assert.deepEqual(integrity.problems, problems);
    assert.equal(matchesIntegrity(integrity, digests), takes);
  });
}

test('without the digest that would tell, nothing is said', () => {
  assert.equal(matchesIntegrity(parseIntegrity(good512), { sha256: digests.sha256 }), null);
});

const resource = (change: Partial<PageResource>): PageResource => ({
  kind: 'script',
  url: 'https://cdn.other.example/x.js',
  written: 'absolute',
  async: false,
  integrity: null,
  crossorigin: null,
  nonce: false,
  sandbox: null,
  imageSet: false,
  as: null,
  line: 1,
  ...change,
});

const page = 'https://www.site.example/';
const guards: [name: string, change: Partial<PageResource>, state: string][] = [
  ['a script of another site', {}, 'missing'],
  ['a style of another site', { kind: 'style' }, 'missing'],
  ['an image of another site', { kind: 'image' }, 'own-site'],
  ['a script of a sibling', { url: 'https://static.site.example/x.js' }, 'own-site'],
  ['a script of a tag manager', { url: 'https://www.googletagmanager.com/gtm.js' }, 'impossible'],
  ['an empty attribute', { integrity: ' ' }, 'missing'],
  ['a good attribute', { integrity: good384, crossorigin: 'anonymous' }, 'guarded'],
  ['a good attribute without crossorigin', { integrity: good384 }, 'needs-crossorigin'],
  ['a good attribute on the own origin', { integrity: good384, url: 'https://www.site.example/x.js' }, 'guarded'],
  ['a void attribute', { integrity: 'md5-abc', crossorigin: 'anonymous' }, 'void'],
  ['a script of data:', { url: 'data:' }, 'own-site'],
];
for (const [name, change, state] of guards) {
  test(`${name} is ${state}`, () => assert.equal(guardOf(resource(change), page).state, state));
}

const classes: [change: Partial<PageResource>, mixed: MixedClass | null][] = [
  [{ kind: 'script' }, 'blockable'],
  [{ kind: 'style' }, 'blockable'],
  [{ kind: 'frame' }, 'blockable'],
  [{ kind: 'object' }, 'blockable'],
  [{ kind: 'font' }, 'blockable'],
  [{ kind: 'image' }, 'upgradable'],
  [{ kind: 'image', imageSet: true }, 'blockable'],
  [{ kind: 'media' }, 'upgradable'],
  [{ kind: 'media', as: 'track' }, 'blockable'],
  [{ kind: 'preload', as: 'image' }, 'upgradable'],
  [{ kind: 'preload', as: 'script' }, 'blockable'],
  [{ url: 'https://x.example/' }, null],
  [{ url: 'data:' }, null],
  [{ url: 'http://localhost:3000/' }, null],
  [{ url: 'http://127.0.0.1/' }, null],
];
for (const [change, mixed] of classes) {
  test(`${JSON.stringify(change)} over http is ${mixed ?? 'no mixed content'}`, () => {
    assert.equal(mixedClassOf(resource({ url: 'http://x.example/', ...change }), page), mixed);
  });
}

test('a page over http has no mixed content, and a form may send in the clear', () => {
  assert.equal(mixedClassOf(resource({ url: 'http://x.example/' }), 'http://site.example/'), null);
  assert.deepEqual(
    [sendsInClear('http://x.example/'), sendsInClear('https://x.example/'), sendsInClear('http://localhost/')],
    [true, false, false],
  );
});
