import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Finding } from '@perimeter/contract/finding';
import type { Report } from '@perimeter/contract/report';
import { digest } from '../digest.ts';
import { hostileWellFormed } from '../testing/hostile-well-formed.ts';
import type { PreviousAudit } from './changes.ts';
import { toolMissing, withPdf } from '../testing/pdf-tools.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { sectionsOfText } from '../testing/sample-sections.ts';
import type { DocumentOptions } from './document.ts';
import { createTypesetter } from './typeset.ts';

const options: DocumentOptions = {
  paper: 'a4',
  verifyUrl: 'https://audit.example.org/verify',
  previous: null,
  certificateSha256: 'ab'.repeat(32),
};
const { typeset } = createTypesetter();

const finding = (index: number, changes: Partial<Finding> = {}): Finding => ({
  ...(sampleReport.findings[index % sampleReport.findings.length] ?? assert.fail()),
  checkId: `check-${index}`,
  ...changes,
});
const steps = { critical: 'contain', high: 'contain', medium: 'fix', low: 'harden' } as const;
/** So many weaknesses, and steps that lead out of them. */
function withFindings(count: number, changes: Partial<Finding> = {}): Report {
  const findings = Array.from({ length: count }, (_, index) => finding(index, changes));
  const names = [...new Set(findings.map(({ severity }) => steps[severity]))];
  return {
    ...sampleReport,
    findings,
    outlook: {
      alone: [],
      steps: names.map((name, index) => ({
        name,
        checkIds: findings.filter(({ severity }) => steps[severity] === name).map(({ checkId }) => checkId),
        total: 80 + 10 * index,
        grade: 'A',
      })),
    },
  };
}

test('the document is PDF/A-3a and, by the same template, PDF/UA-1', () => {
  for (const standard of ['a-3a', 'ua-1'] as const) {
    const { pdf, pages, hash } = typeset(sampleReport, { ...options, standard });
    assert.ok(pages > 5);
    assert.equal(hash, digest(sampleReport));
    assert.equal(pdf.toString('latin1').includes('<pdfaid:part>3</pdfaid:part>'), standard === 'a-3a');
  }
});

test('the same report gives the same bytes', () => {
  assert.ok(typeset(sampleReport, options).pdf.equals(createTypesetter().typeset(sampleReport, options).pdf));
});

for (const count of [0, 1, 300]) {
  test(`${count} findings fit`, () => {
    const { pages } = typeset(withFindings(count), options);
    assert.ok(pages >= 5);
  });
}

test('US Letter, a name as long as names can be, and an earlier audit', () => {
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

test('hostile text cannot fail the export', () => {
  for (const standard of ['a-3a', 'ua-1'] as const) {
    assert.equal(typeset(hostileWellFormed(), { ...options, standard }).problem, null);
  }
});

test('a long name of characters beyond the basic plane is cut between them', () => {
  for (const domain of ['\u{1F000}'.repeat(60), `a${'\u{1F000}'.repeat(60)}`]) {
    assert.equal(typeset({ ...sampleReport, domain }, options).problem, null);
  }
});

test('what gets past the spelling of code points is spelt out in a second attempt, and said so', () => {
  const [first] = sampleReport.findings;
  // The id of a check is ours and is not spelt out: the one way in for a character that no font has.
  const unprintable = { ...(first ?? assert.fail()), checkId: 'check-\u{10FFFD}\u0378-\u0930' };
  for (const standard of ['a-3a', 'ua-1'] as const) {
    const { problem, pages } = typeset({ ...sampleReport, findings: [unprintable] }, { ...options, standard });
    assert.match(problem ?? '', /^[\u0020-\u007e]{20,}$/);
    assert.ok(pages > 5);
  }
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

const before: PreviousAudit = {
  total: 40,
  grade: 'F',
  completedAt: Date.UTC(2026, 0, 1),
  policyVersion: '0.9',
  findings: [],
  answered: ['gone'],
  earlier: [{ total: 35, grade: 'F', completedAt: Date.UTC(2025, 0, 1) }],
};

/** Text of a target, or of a check that quotes one, in every other place that has any. */
const elsewhere = (a: string, b: string): Partial<Report> => ({
  domain: a || 'x',
  observations: sampleReport.observations.map((fact) => ({ ...fact, title: a, host: b, description: a })),
  coverage: { ...sampleReport.coverage, notTested: [{ what: a, reason: b }] },
  score: { ...sampleReport.score, notAPlus: [a, `x: ${b}`], caps: [{ limit: 69, checkId: null, reason: b }] },
  sections: sectionsOfText(a || b),
});

test('whatever stands in a field, the document is made', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.constantFrom(
      '#import "x"',
      '$ x $',
      '#eval("1")',
      '@ref <label>',
      '*b* _i_ `c`',
      '\\u{41}',
      '= Heading',
      '/* */ // [',
      '',
    ),
  );
  fc.assert(
    fc.property(text, text, text, fc.boolean(), (a, b, c, isUa) => {
      const hostile = finding(0, {
        title: a.toWellFormed() || 'x',
        description: b.toWellFormed(),
        evidence: c.toWellFormed(),
        affectedUrl: b.toWellFormed(),
        host: c.toWellFormed(),
        references: [`https://example.org/${encodeURIComponent(a.toWellFormed())}`],
        remediation: { why: a.toWellFormed(), fix: b.toWellFormed(), acceptable: c.toWellFormed() },
      });
      const standard = isUa ? 'ua-1' : 'a-3a';
      const report = { ...sampleReport, ...elsewhere(a.toWellFormed(), b.toWellFormed()), findings: [hostile] };
      const previous = { ...before, findings: [{ ...hostile, checkId: 'gone', fingerprint: 'gone' }] };
      assert.equal(typeset(report, { ...options, previous, standard }).problem, null);
    }),
    { numRuns: 25, endOnFailure: true },
  );
});

test('what the document was made from is said in a whole sentence', { skip: toolMissing('pdftotext') }, () => {
  for (const [previous, source] of [
    [null, 'from it.'],
    [before, 'from the report of 1 January 2026.'],
  ] as const) {
    withPdf(typeset(sampleReport, { ...options, previous }).pdf, (run) => {
      const text = run('pdftotext', '-layout', 'report.pdf', '-').output.replaceAll(/\s+/gu, ' ');
      assert.ok(text.includes(source), text.slice(text.indexOf('This document was generated'), -1));
    });
  }
});

const headings =
  /^(?:Contents|About this audit|How to read.*|Executive summary|Business impact|What to fix first|Severity breakdown|Posture by category|Remediation roadmap|Contain|Fix|Harden|Change since.*|New|No longer found|Issues|Further issues|Annex [A-G]:.*|(?:Critical|High|Medium|Low) \d+ issues?|A chain|A circle|Every kind of column|A long table|Why not A\+|Sample of what was observed|WHY IT MATTERS|HOW TO FIX|REPRODUCE|WHEN THIS RISK CAN BE ACCEPTED|ALSO AT|(?:NUMBER|CHECK|WHAT|WHY|REASON|SEVERITY|WORDS|ROW) .*|P-\d{3} [A-Z]+ .*)$/u;

test('no page ends with a heading, wherever its end falls', { skip: toolMissing('pdftotext') }, () => {
  let pages = 0;
  for (let lines = 1; lines <= 18; lines += 1) {
    const paper = lines % 2 === 0 ? 'a4' : 'us-letter';
    const crop = `-x 0 -y 60 -W 620 -H ${paper === 'a4' ? 718 : 668}`.split(' ');
    const fix = 'One step of many.\n\n'.repeat(lines + 8);
    const remediation = { why: 'Because.', fix, acceptable: 'Never.' };
    const report = withFindings(3 + (lines % 7), { evidence: 'a line of it\n'.repeat(lines), remediation });
    withPdf(typeset(report, { ...options, paper, previous: before }).pdf, (run) => {
      const { output } = run('pdftotext', '-layout', '-f', '2', ...crop, 'report.pdf', '-');
      for (const page of output.split('\f').slice(0, -1)) {
        const last = page.trimEnd().split('\n').at(-1)?.trim().replaceAll(/ +/g, ' ') ?? '';
        assert.doesNotMatch(last, headings, `${lines} lines of evidence`);
        pages += 1;
      }
    });
  }
  assert.ok(pages > 120);
});

test('references stay together, wherever a page ends', { skip: toolMissing('pdftotext') }, () => {
  let seen = 0;
  for (let lines = 1; lines <= 40; lines += 3) {
    const remediation = { why: 'Because.', fix: 'One step of many.\n\n'.repeat(lines), acceptable: 'Never.' };
    const references = ['https://example.org/first', 'https://example.org/second', 'https://example.org/third'];
    const report = withFindings(3, { remediation, references });
    withPdf(typeset(report, options).pdf, (run) => {
      for (const page of run('pdftotext', '-layout', 'report.pdf', '-').output.split('\f')) {
        const first = page.split('https://example.org/first').length;
        assert.equal(page.split('https://example.org/third').length, first, `${lines} lines`);
        seen += first - 1;
      }
    });
  }
  assert.ok(seen >= 40);
});

test('text can be taken out again, the hash stands on each page', { skip: toolMissing('pdftotext') }, () => {
  const { pdf, pages, hash } = typeset(sampleReport, options);
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

/** Pages before the technical annex. */
function boardPages(pdf: Uint8Array): number {
  return withPdf(pdf, (run) => {
    const pages = run('pdftotext', '-layout', 'report.pdf', '-').output.split('\f');
    return pages.findIndex((page, index) => index > 1 && page.includes('Annex A: issues in detail'));
  });
}

/** A report as long as reports get: every text that is printed has its greatest length. */
function longest(severities: readonly Finding['severity'][]): Report {
  const words = 'Some words of a sentence that goes on. ';
  const long = (length: number): string => words.repeat(Math.ceil(length / words.length)).slice(0, length);
  const report = withFindings(300, {
    title: long(200),
    description: long(3_000),
    evidence: 'Header: value\n16 03 01 00 35 02 00 00 31 03 01 5f 0a 77 c1 9d 20 44 6f 77 6e 67 72 61\n',
    remediation: { why: long(3_000), fix: long(3_000), acceptable: long(500) },
  });
  const findings = report.findings.map((one, index) => ({
    ...one,
    severity: severities[index % severities.length] ?? 'low',
  }));
  return { ...report, findings };
}

test(
  'the board part has at most 15 pages and no bytes in hexadecimal, however long the report',
  { skip: toolMissing('pdftotext') },
  () => {
    const old = {
      ...before,
      answered: [],
      findings: longest(['low']).findings.map((one, index) => ({
        ...one,
        checkId: `old-${index}`,
        fingerprint: `old-${index}`,
      })),
    };
    // US Letter has fewer lines to a page than A4.
    for (const severities of [['critical', 'high', 'medium', 'low'], ['high'], ['low']] as const) {
      const { pdf } = typeset(longest(severities), { ...options, paper: 'us-letter', previous: old });
      const pages = boardPages(pdf);
      assert.ok(pages >= 6 && pages <= 15, `${pages} pages of ${severities.join(', ')}`);
      withPdf(pdf, (run) => {
        const { output } = run('pdftotext', '-layout', '-l', String(pages), 'report.pdf', '-');
        assert.doesNotMatch(output, /(?:\b[0-9a-f]{2} ){8}/u);
      });
    }
  },
);
