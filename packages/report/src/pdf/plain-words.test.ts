import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fc } from '@perimeter/protocols/testing/random';
import { flowing } from './printable.ts';
import { shortened, typographic } from './typography.ts';
import { annexLimits } from './annex/limits.ts';
import { printedRemedy } from './annex/remedy.ts';

test("the dial's grades begin where the scoring page says", () => {
  const read = (file: string): string => readFileSync(path.resolve(import.meta.dirname, '../../../..', file), 'utf8');
  const said = [...read('docs/scoring.md').matchAll(/^\| (A\+|[A-F]) \| (\d+) \|$/gmu)].map(([, grade, from]) => [
    grade,
    from,
  ]);
  const line = /^#let grades = (.*)$/mu.exec(read('packages/report/typst/theme.typ'))?.[1] ?? assert.fail();
  const drawn = [...line.matchAll(/\("(A\+|[A-F])", (\d+)\)/gu)].map(([, grade, from]) => [grade, from]);
  assert.equal(said.length, 6);
  assert.deepEqual(drawn.toReversed(), said);
});

test('long words get break opportunities, short ones do not, and nothing else changes', () => {
  assert.equal(flowing('Strict-Transport-Security'), 'Strict-Transport-Security');
  assert.equal(flowing('x'.repeat(45)), `${'x'.repeat(20)}\u200b${'x'.repeat(20)}\u200b${'x'.repeat(5)}`);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const whole = text.replaceAll('\u200b', '');
      assert.equal(flowing(whole, 5).replaceAll('\u200b', ''), whole);
      assert.doesNotMatch(flowing(whole, 5), /\u200b\p{M}/u);
    }),
    { numRuns: 300 },
  );
});

test('a fix shows three examples, in columns if short, and the labels of the others', () => {
  const example = (name: string, line: string): string => `${name}:\n\n\`\`\`conf\n${line}\n\`\`\``;
  const kinds = (line: string): unknown[] => {
    const examples = ['a', 'b', 'c', 'd', 'e'].map((name) => example(name, line));
    const { blocks, more } = printedRemedy(['Do it.', ...examples, 'Then test.'].join('\n\n'), annexLimits.full);
    assert.deepEqual(more, ['d', 'e']);
    return blocks.map((block) => (block.kind === 'examples' ? [block.columns, block.items.length] : block.kind));
  };
  assert.deepEqual(kinds('short'), ['paragraph', [3, 3], 'paragraph']);
  assert.deepEqual(kinds('x'.repeat(45)), ['paragraph', [2, 3], 'paragraph']);
  const apart = ['label', 'code', 'label', 'code', 'label', 'code'];
  assert.deepEqual(kinds('x'.repeat(60)), ['paragraph', ...apart, 'paragraph']);
});

test('examples indented by tabs are printed with spaces, not with escapes', () => {
  const { blocks } = printedRemedy('Do it.\n\n```caddyfile\nheader {\n\tServer none\n}\n```', annexLimits.full);
  const text = JSON.stringify(blocks);
  assert.match(text, / {4}Server none/u);
  assert.doesNotMatch(text, /HT/u);
});

test('our prose has typographic apostrophes and quotation marks, code does not', () => {
  assert.equal(
    typographic("the server's \"first\" value, visitors' data, a='b'"),
    "the server’s “first” value, visitors’ data, a='b'",
  );
});

test('text is cut after a sentence, else after a word', () => {
  assert.equal(shortened('One thing is so. Another is not so at all.', 30), 'One thing is so.');
  assert.equal(shortened('one two three four five', 12), 'one two …');
  assert.equal(shortened('short', 12), 'short');
});
