import assert from 'node:assert/strict';
import { test } from 'node:test';
import { options, withFindings } from '../testing/pdf-samples.ts';
import { toolMissing, withPdf } from '../testing/pdf-tools.ts';
import { createTypesetter } from './typeset.ts';

const skip = toolMissing('pdftotext');
const { typeset } = createTypesetter();
const lengths = Array.from({ length: 40 }, (_, index) => 8 + (index % 11));

/** Tables that begin anywhere on a page. */
const sections = lengths.map((length, index) => ({
  id: `section-${index}`,
  title: `Section ${index}`,
  figures: [],
  tables: [
    {
      caption: `Table ${index}`,
      columns: [{ title: 'Name', kind: 'text' as const }],
      rows: Array.from({ length }, (_, row) => [`row ${row} of ${index}.`]),
      note: null,
    },
  ],
}));

test('no row of a table stands alone on a page', { skip }, () => {
  const { pdf } = typeset({ ...withFindings(1), sections }, options);
  const text = withPdf(pdf, (run) => run('pdftotext', '-layout', 'report.pdf', '-').output);
  const divided = lengths.filter((length, index) => {
    const row = new RegExp(`row \\d+ of ${index}\\.`, 'gu');
    const rows = text.split('\f').flatMap((page) => page.match(row)?.length ?? []);
    assert.equal(
      rows.reduce((sum, one) => sum + one),
      length,
    );
    assert.ok(Math.min(...rows) > 1, `table ${index} of ${length} rows: ${rows.join(' and ')}`);
    return rows.length > 1;
  });
  assert.ok(divided.length > 3);
});

test('the table of further issues keeps its distance from the last card', { skip }, () => {
  const { pdf } = typeset(withFindings(10, { severity: 'medium' }), { ...options, detail: 'brief' });
  const boxes = withPdf(pdf, (run) => run('pdftotext', '-bbox', 'report.pdf', '-').output);
  const page = boxes.split('<page ').find((one) => one.includes('>Further</word>')) ?? '';
  const words = [...page.matchAll(/yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">([^<]+)</gu)];
  const heading = words.findIndex(([, , , word]) => word === 'Further');
  const end = Math.max(...words.slice(0, heading).map(([, , bottom]) => Number(bottom)));
  const top = Number(words[heading]?.[1]);
  assert.ok(top > end, `the heading begins at ${top}, the line above it ends at ${end}`);
});
