import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FoundLibrary, librariesIn } from './detect.ts';
import { shippedLibraries } from './retire.data.ts';
import type { Library } from './table.ts';
import { cpuMsOf } from '../testing/cpu-time.ts';

const { libraries } = shippedLibraries;

function found(text: string, list: readonly Library[] = libraries, sha1?: string): FoundLibrary[] {
  const search = librariesIn({ text, ...(sha1 === undefined ? {} : { sha1 }) }, list);
  for (;;) {
    const step = search.next();
    if (step.done === true) return step.value;
  }
}

const bundle = (code: string): string => `${'a();'.repeat(2_000)}${code}${'b();'.repeat(2_000)}`;

const rows: readonly (readonly [text: string, expected: string])[] = [
  ['/*! jQuery v1.12.4 | (c) jQuery Foundation */', 'jquery 1.12.4 banner'],
  [bundle('/*! jQuery v1.12.4 | (c) jQuery Foundation */'), 'jquery 1.12.4 code'],
  ['/*!\n  * Bootstrap v4.1.0 (https://getbootstrap.com/)', 'bootstrap 4.1.0 banner'],
  [bundle('t.VERSION="4.17.11",r("bind bindKey curry".split(" "))'), 'lodash 4.17.11 code'],
  [bundle('var t="3.4.0",l=/HTML$/i,ce=function(e,t){return new ce.fn.init(e,t)}'), 'jquery 3.4.0 code'],
  [bundle('var f="3.4.1",k=function(e,t){return new k.fn.init(e,t)}'), 'jquery 3.4.1 code'],
  [bundle('var version = "3.7.1",\n\n\trhtmlSuffix = /HTML$/i,'), 'jquery 3.7.1 code'],
  ['/*! jQuery v1.12.4-aem */', 'jquery 1.12.4-aem banner'],
  ['/*! jQuery v3.4.1+patched */', 'jquery 3.4.1+patched banner'],
  ['/*! jQuery v1.12.4 polyfill plugin */', ''],
  ['/*! jQuery v1.9.1 compatibility shim | (c) somebody */', ''],
  ['/*!\n * Bootstrap v3.3.7 typings for editors\n */', ''],
  ['/*! jQuery v3.4.1 */ var wrapper = adapter;', 'jquery 3.4.1 banner'],
  ['/*! jQuery v1.12.4 | (c) jQuery Foundation | plugin, shim */', 'jquery 1.12.4 banner'],
  // Banners of other works.
  ['/*! jQuery v1.12.4 polyfill plugin */', ''],
  ['/*! jQuery v1.12.4 compatible slider | MIT */', ''],
  ['/*! jQuery v1.12.4 or later is needed */', ''],
  ['/*! jQuery v1.9+ */', ''],
  ['/*! jQuery v1.12.4 - tooltip plugin */', ''],
  ['/*! Slider v2 | requires jQuery 1.4+ */', ''],
  ['/*! jQuery Migrate v3 for jQuery 1.9 */', ''],
  ['/*!\n * Theme of Jane\n * Based on Bootstrap v3.3.7 (https://getbootstrap.com) */', ''],
  ['/*!\n * Requires:\n * Bootstrap v3.3.7\n */', ''],
  ['/*!\n * Bootstrap v3.3.7 theme of Jane\n */', ''],
  ['// Needs:\n// Backbone.js 1.1.0\n', ''],
  ['/* works with SWFObject v2.1 <http://code.google.com/> */', ''],
  ['/* a port of Prototype JavaScript framework, version 1.6.0 */', ''],
  // Banners of the library, whatever else the file begins with.
  ['/*! Slider v2 | requires jQuery 1.4+ */\n/*! jQuery v1.12.4 | (c) */', 'jquery 1.12.4 banner'],
  ['/*! jQuery v1.12.4 | (c) */\n/*! Slider v2, a plugin for jQuery v3.5.0 */', 'jquery 1.12.4 banner'],
  ['/*! jQuery v3.3.1 -ajax,-effects | (c) JS Foundation */', 'jquery 3.3.1 banner'],
  ['/*! jQuery v3.3.1 slim build | (c) */', 'jquery 3.3.1 banner'],
  ['/*! SWFObject v2.1 <http://code.google.com/> */', 'swfobject 2.1 banner'],
  ['/* axios v0.21.0 Copyright (c) 2020 */', 'axios 0.21.0 banner'],
  ['/*!\n * Bootstrap v3.3.7 (http://getbootstrap.com)\n * Licensed under MIT\n */', 'bootstrap 3.3.7 banner'],
  ['//     Backbone.js 1.1.0\n\n//     (c) 2010', 'backbone.js 1.1.0 banner'],
  ['/*! jQuery v1.8.3 jquery.com | jquery.org/license */', 'jquery 1.8.3 banner'],
  ['/*! jQuery v1.8.3 slider.com plugin */', ''],
  // The member of the library, and tables of dependencies.
  ['v.fn={selector:"",jquery:"1.8.3",length:0,size:function', 'jquery 1.8.3 banner'],
  ['n.fn={jquery:"2.1.4",constructor:n,selector:""', 'jquery 2.1.4 banner'],
  ['var needs={jquery:"1.8.3",angular:"1.5.8"}', ''],
  ['/*! jQuery v', ''],
  ['/*! jQuery vNEXT */', ''],
  ['', ''],
];

for (const [text, expected] of rows) {
  test(`${JSON.stringify(text.slice(0, 50))} is ${expected || 'no library'}`, () => {
    assert.equal(
      found(text)
        .map(({ name, version, by }) => `${name} ${version} ${by}`)
        .join(),
      expected,
    );
  });
}

test('a file is known by its hash', () => {
  assert.deepEqual(
    found('', libraries, '61c9d49ae64331402c3bde766c9dc504ed2ca509').map(({ name, version }) => [name, version]),
    [['jquery-deparam', '0.5.3']],
  );
});

test('all of a bundle is searched, and no more than is read of one', () => {
  const names = (before: number): string[] =>
    found(`${'x'.repeat(before)}/*! jQuery v1.12.4 */`).map(({ name }) => name);
  assert.deepEqual([names(1_000_000), names(1_048_576)], [['jquery'], []]);
});

test('a bundle holds two versions of a library, and literals that others have too', () => {
  const text = `${'e.VERSION;e.version="x";'.repeat(150)}/*! jQuery v1.12.4 */${bundle('/*! jQuery v3.4.1 | (c) */')}
${'mustache;'.repeat(100)}Ember.VERSION = "1.0.0";`;
  assert.deepEqual(
    found(text).map(({ name, version }) => `${name} ${version}`),
    ['jquery 1.12.4', 'jquery 3.4.1', 'ember 1.0.0'],
  );
});

test('a quote holds nothing of a secret beside the version', () => {
  const secret = `${'sk_'}live_Qm9vZ2llMTIzNDU2Nzg5MHh5WkFC`;
  for (const text of [`\u002f*! jQuery v1.12.4 | ${secret}*/`, `DOMPurify=a,k="${secret}",b.version="2.0.8"`]) {
    const all = found(text);
    assert.equal(all.length, 1);
    for (const { quote } of all) {
      assert.ok(quote.length <= 120);
      for (let at = 'sk_live_'.length; at + 6 <= secret.length; at += 1)
        assert.ok(!quote.includes(secret.slice(at, at + 6)), quote);
    }
  }
});

/** What fills a text so that an expression finds many ways to read it. */
const fillers = [
  ' ',
  '\n',
  'a',
  '*',
  ',',
  '"',
  '1.',
  '=',
  '/',
  ';.',
  '/*!',
  '(',
  '\n *',
  '="1.1"',
  ',.VERSION="1.1"',
  '\n/* ',
];

test('no expression takes long, whatever surrounds its literal', () => {
  const slow: string[] = [];
  for (const library of libraries)
    for (const mark of library.marks)
      for (const literal of mark.literals)
        for (const filler of fillers) {
          const piece = filler.repeat(Math.ceil(1_000 / filler.length));
          const text = `${piece}${literal}${piece}`.repeat(20);
          const tookMs = cpuMsOf(() => found(text, [{ ...library, marks: [mark] }]));
          // Some tens of times what it takes.
          if (tookMs > 250) slow.push(`${library.name}: ${mark.expression}`);
        }
  assert.deepEqual(slow, []);
});

test('the build of somebody else is not taken for the release, where only its banner tells', () => {
  const text = '/*! jQuery v1.12.4-aem */ x={jquery:"1.12.4",constructor:n}';
  assert.deepEqual(
    found(text).map(({ version }) => version),
    ['1.12.4-aem'],
  );
});
