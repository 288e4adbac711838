import assert from 'node:assert/strict';
import { test } from 'node:test';
import { options, withFindings } from '../testing/pdf-samples.ts';
import { toolMissing, withPdf } from '../testing/pdf-tools.ts';
import { createTypesetter } from './typeset.ts';

const skip = toolMissing('pdftotext');
const { typeset } = createTypesetter();
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
