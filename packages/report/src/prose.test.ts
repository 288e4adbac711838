import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proseHtml } from './html/prose.ts';
import { printedProse } from './pdf/annex/remedy.ts';
import { plainProse, proseBlocks } from './prose.ts';

const table =
  '| Library | Successor |\n| --- | :-: |\n| jQuery 1 | jQuery 3 with `jquery-migrate` |\n| Vue 2 | Vue 3 |';

test('a table in prose is a table in HTML and in the PDF', () => {
  const html = proseHtml(`Before.\n\n${table}\n\nAfter.`);
  assert.match(html, /<th scope="col">Library<\/th><th scope="col">Successor<\/th>/);
  assert.match(html, /<td>jQuery 1<\/td><td>jQuery 3 with <code>jquery-migrate<\/code><\/td>/);
  assert.doesNotMatch(html, /\|/);
  const printed = JSON.stringify(printedProse(table));
  assert.doesNotMatch(printed, /\|/);
  assert.match(printed, /^\[\{"kind":"table",.*Vue 2.*Vue 3/);
});

test('plain prose has no Markdown markup, and its lines end where sentences do', () => {
  const markdown =
    'Set `A` to **one**,\nthen read [this](https://a.test/).\n\n- first\n  item\n- second\n\n```ini\nA=1\n```';
  assert.equal(
    plainProse(markdown),
    'Set A to one, then read this (https://a.test/).\n\n- first item\n- second\n\n    A=1',
  );
  assert.equal(plainProse(table).split('\n')[1], 'jQuery 1, jQuery 3 with jquery-migrate');
});

for (const text of ['a | b', '| a | b |', '| a | b |\nno row', '| a | b |\n| c | d |'])
  test(`no table: ${JSON.stringify(text)}`, () => assert.equal(proseBlocks(text)[0]?.kind, 'paragraph'));
