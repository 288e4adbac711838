// typeset.slow.test.ts guards the same in `npm test`: fewer random texts, and fewer issues with as much evidence.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rendersAnyText } from '../testing/any-field.ts';
import { hostileWellFormed } from '../testing/hostile-well-formed.ts';
import { finding, options, withFindings } from '../testing/pdf-samples.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { createTypesetter } from './typeset.ts';

const { typeset } = createTypesetter();

test('hostile text cannot make the export fail in PDF/UA-1 either', () => {
  assert.equal(typeset(hostileWellFormed(), { ...options, standard: 'ua-1' }).problem, null);
});

test('300 findings fit', () => {
  assert.ok(typeset(withFindings(300), options).pages >= 5);
});

test('a report of 300 findings with 64 KiB of evidence each fits', () => {
  const evidence = 'GET /\u202e\ud83d\ude00\u0301 HTTP/1.1\r\n'.repeat(2_400);
  const { pages, problem } = typeset(
    { ...sampleReport, findings: Array.from({ length: 300 }, (_, index) => finding(index, { evidence })) },
    options,
  );
  assert.equal(problem, null);
  assert.ok(pages > 100);
});

test('the document is rendered for any text in any field', () => rendersAnyText(100));
