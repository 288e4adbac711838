import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { sampleReport } from '../testing/sample-report.ts';
import { meanings } from './meaning.ts';
import { flowing } from './printable.ts';
import { printedRemedy } from './remedy.ts';

test('the impact of issues follows from their vectors', () => {
  const [legacy, , , , hsts, dmarc] = sampleReport.findings;
  const found = meanings([legacy ?? assert.fail(), hsts ?? assert.fail(), dmarc ?? assert.fail()]);
  assert.deepEqual(
    found.map(({ what, reach, severity }) => [what, reach, severity]),
    [
      [
        'Eavesdrop on confidential data',
        '3 issues, 1 with serious impact, all exploitable only with preconditions',
        'high',
      ],
      ['Tamper with traffic or impersonate the site', '3 issues, all exploitable only with preconditions', 'high'],
    ],
  );
  assert.deepEqual(meanings([]), []);
});

test('grades begin on the dial where the scoring page says', () => {
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

test('long words can be broken, short ones stay, and nothing else is changed', () => {
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

test('a remedy keeps three examples, and names the others with their labels', () => {
  const example = (name: string): string => `${name}:\n\n\`\`\`conf\n${name}\n\`\`\``;
  const { blocks, more } = printedRemedy(
    ['Do it.', ...['a', 'b', 'c', 'd', 'e'].map(example), 'Then test.'].join('\n\n'),
  );
  assert.deepEqual(more, ['d', 'e']);
  assert.deepEqual(
    blocks.map((block) => ('kind' in block ? block.kind : null)),
    ['paragraph', 'label', 'code', 'label', 'code', 'label', 'code', 'paragraph'],
  );
});

test('examples that are indented by tabs are printed with spaces, not with the name of the character', () => {
  const { blocks } = printedRemedy('Do it.\n\n```caddyfile\nheader {\n\tServer none\n}\n```');
  const text = JSON.stringify(blocks);
  assert.match(text, / {4}Server none/u);
  assert.doesNotMatch(text, /HT/u);
});
