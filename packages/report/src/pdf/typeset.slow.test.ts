import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digest } from '../canonical/digest.ts';
import { rendersAnyText } from '../testing/any-field.ts';
import { hostileWellFormed } from '../testing/hostile-well-formed.ts';
import { before, finding, options, withFindings } from '../testing/pdf-samples.ts';
import { toolMissing, withPdf } from '../testing/pdf-tools.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { createTypesetter } from './typeset.ts';

const { typeset } = createTypesetter();
/** The sample in the standard that the service uses, for the tests that only read it. */
const sample = typeset(sampleReport, options);

test('the document is PDF/A-3a and, from the same template, PDF/UA-1', () => {
  for (const standard of ['a-3a', 'ua-1'] as const) {
    const { pdf, pages, hash } = standard === 'a-3a' ? sample : typeset(sampleReport, { ...options, standard });
    assert.ok(pages > 5);
    assert.equal(hash, digest(sampleReport));
    assert.equal(pdf.toString('latin1').includes('<pdfaid:part>3</pdfaid:part>'), standard === 'a-3a');
  }
});

test('the board decides on the first issue, in words as they are written', { skip: toolMissing('pdftotext') }, () => {
  const { pdf } = typeset(withFindings(1, { category: 'dns_email' }), options);
  const text = withPdf(pdf, (run) => run('pdftotext', '-raw', 'report.pdf', '-').output);
  assert.match(text.replaceAll(/\s+/gu, ' '), /Decide today .*\(usually: DNS and e-mail administration\)\./u);
});

test('the same report gives the same bytes', () => {
  assert.ok(sample.pdf.equals(createTypesetter().typeset(sampleReport, options).pdf));
});

for (const count of [0, 40]) {
  test(`${count} findings fit`, () => {
    const { pages } = typeset(withFindings(count), options);
    assert.ok(pages >= 5);
  });
}

test('US Letter, a name of maximum length, and an earlier audit', () => {
  const domain = `${Array.from({ length: 3 }, () => 'a'.repeat(63)).join('.')}.${'b'.repeat(57)}.org`;
  const previous = {
    total: 40,
    grade: 'F',
    completedAt: Date.UTC(2026, 0, 1),
    policyVersion: '0.9',
    findings: [],
    answered: [],
    earlier: [{ total: 35, grade: 'F', completedAt: Date.UTC(2025, 0, 1) }],
  };
  const { pdf } = typeset({ ...sampleReport, domain }, { ...options, paper: 'us-letter', previous });
  assert.match(pdf.toString('latin1'), /\/MediaBox \[0 0 612 792\]/);
});

test('hostile text cannot make the export fail', () => {
  assert.equal(typeset(hostileWellFormed(), options).problem, null);
});

test('a long name of supplementary characters is cut between code points', () => {
  for (const domain of ['\u{1F000}'.repeat(60), `a${'\u{1F000}'.repeat(60)}`]) {
    assert.equal(typeset({ ...sampleReport, domain }, options).problem, null);
  }
});

test('a character that is not escaped in the first attempt is escaped in a second one, and the reason is reported', () => {
  const [first] = sampleReport.findings;
  // A check id is our own and not escaped, so it is the only way to insert a character without a glyph.
  const unprintable = { ...(first ?? assert.fail()), checkId: 'check-\u{10FFFD}\u0378-\u0930' };
  const { problem, pages } = typeset({ ...sampleReport, findings: [unprintable] }, options);
  assert.match(problem ?? '', /^[\u0020-\u007e]{20,}$/);
  assert.ok(pages > 5);
});

test('a report of 10 findings with 64 KiB of evidence each fits', () => {
  const evidence = 'GET /\u202e\ud83d\ude00\u0301 HTTP/1.1\r\n'.repeat(2_400);
  const { pages, problem } = typeset(
    { ...sampleReport, findings: Array.from({ length: 10 }, (_, index) => finding(index, { evidence })) },
    options,
  );
  assert.equal(problem, null);
  assert.ok(pages > 6);
});

test('the document is rendered for any text in any field', () => rendersAnyText(4));

test("the description of the document's source is a complete sentence", { skip: toolMissing('pdftotext') }, () => {
  for (const [{ pdf }, source] of [
    [sample, 'from it.'],
    [typeset(sampleReport, { ...options, previous: before }), 'from the report of 1 January 2026.'],
  ] as const) {
    withPdf(pdf, (run) => {
      const text = run('pdftotext', '-layout', 'report.pdf', '-').output.replaceAll(/\s+/gu, ' ');
      assert.ok(text.includes(source), text.slice(text.indexOf('This document was generated'), -1));
    });
  }
});

test('text can be extracted, and the hash is on each page', { skip: toolMissing('pdftotext') }, () => {
  const { pdf, pages, hash } = sample;
  withPdf(pdf, (run) => {
    const { output } = run('pdftotext', '-layout', 'report.pdf', '-');
    assert.equal(output.split(hash).length - 1 >= pages, true);
    for (const part of [
      'Executive summary',
      'Remediation roadmap',
      'Strict-Transport-Security is missing',
      'Server: nginx/1.18.0',
    ]) {
      assert.ok(output.includes(part), part);
    }
  });
});
