// The pages of four samples are in tools/samples/sample-documents.slow.test.ts; this file moves the ends of pages line by line.
import type { Finding } from '@perimeter/contract/finding';
import type { Report } from '@perimeter/contract/report';
import type { Section } from '@perimeter/contract/section';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { before, options, withFindings } from '../testing/pdf-samples.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { toolMissing, withPdf } from '../testing/pdf-tools.ts';
import { createTypesetter } from './typeset.ts';

const { typeset } = createTypesetter();

const headings =
  /^(?:Contents|About this audit|How to read.*|Executive summary|Business impact|What to fix first|Severity breakdown|Posture by category|Remediation roadmap|Outages, critical and high|Medium|Low|Change since.*|New|No longer found|Issues|Further issues|Annex [A-G]:.*|(?:Critical|High|Medium|Low) \d+ issues?|A chain|A circle|Every kind of column|A long table|Why not A\+|Sample of what was observed|WHY IT MATTERS|HOW TO FIX|REPRODUCE|WHEN THIS RISK CAN BE ACCEPTED|ALSO AT|(?:NUMBER|CHECK|WHAT|WHY|REASON|SEVERITY|WORDS|ROW) .*|P-\d{3} (?:CRITICAL|HIGH|MEDIUM|LOW) .*)$/u;

test('no page ends with a heading, wherever its break falls', { skip: toolMissing('pdftotext') }, () => {
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

test('references stay together at every page break', { skip: toolMissing('pdftotext') }, () => {
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

test('the total of all checks never stands alone at a page break', { skip: toolMissing('pdftotext') }, () => {
  const seen = new Set<number>();
  const modules = Array.from({ length: 18 }, () => sampleReport.modules[0] ?? assert.fail());
  for (let lines = 0; lines <= 44; lines += 1) {
    const remediation = { why: 'Because.', fix: 'One step of many.\n\n'.repeat(lines), acceptable: 'Never.' };
    withPdf(typeset({ ...withFindings(1, { remediation }), modules }, { ...options, detail: 'brief' }).pdf, (run) => {
      const { output } = run('pdftotext', '-layout', 'report.pdf', '-');
      const page = output.split('\f').find((one) => one.includes('All modules')) ?? '';
      const table = page.slice(page.indexOf('MODULE'), page.indexOf('All modules'));
      const rows = table.split('\n').filter((line) => line.trim() !== '').length - 1;
      assert.ok(rows >= 3, `${lines} lines: ${table}`);
      seen.add(rows);
    });
  }
  assert.ok(seen.size >= 2, String([...seen]));
});

test('no word of an annex overlaps the next column', { skip: toolMissing('pdftotext') }, () => {
  const text = 'Words of a cell that goes on and on, up to its end. ';
  const columns = ['Host', 'Answer', 'Other answer', 'State'].map((title, index) => ({
    title,
    kind: index === 0 ? ('code' as const) : ('text' as const),
  }));
  const tables = [{ caption: 'Hosts', columns, rows: [['mail.bad.lab', text, text, text]], note: null }];
  const sections = [{ id: 'hosts', title: 'Hosts', tables, figures: [] }];
  withPdf(typeset({ ...withFindings(1), sections }, options).pdf, (run) => {
    const { output } = run('pdftotext', '-bbox', 'report.pdf', '-');
    const [, left = '', right = ''] =
      /xMax="([\d.]+)"[^>]*>mail\.bad\.lab<\/word>\s*<word xMin="([\d.]+)"/u.exec(output) ?? [];
    assert.ok(Number(left) > 0 && Number(left) < Number(right), `${left} ${right}`);
  });
});

test(
  'a figure stands where tables that move to the next page leave room for it',
  { skip: toolMissing('pdftotext') },
  () => {
    const table = (caption: string, count: number): Section['tables'][number] => ({
      caption,
      columns: [{ title: 'Name', kind: 'text' }],
      rows: Array.from({ length: count }, (_, n) => [`${caption} ${n}`]),
      note: null,
    });
    const ids = Array.from({ length: 8 }, (_, n) => `link-${n}`);
    const nodes = ids.map((id) => ({ id, label: id, details: ['signed by', 'the one above'], tone: 'good' as const }));
    const edges = ids.slice(1).map((to, n) => ({ from: `link-${n}`, to, label: '', tone: 'good' as const }));
    const figures = [{ caption: 'A chain', scene: { nodes, edges } }];
    for (let count = 33; count <= 39; count += 2) {
      const filler = { id: 'filler', title: 'Filler', tables: [table('Filler', count)], figures: [] };
      const chain = { id: 'chain', title: 'Chain', tables: [table('Zone', 4), table('Record', 16)], figures };
      const after = { id: 'after', title: 'After', tables: [table('After', 60)], figures: [] };
      withPdf(typeset({ ...withFindings(1), sections: [filler, chain, after] }, options).pdf, (run) => {
        const pages = run('pdftotext', '-bbox', 'report.pdf', '-').output.split('<page ').slice(1);
        const first = pages.findIndex((page) => /link-0/u.test(page));
        // Without the foot of the page, which begins at 780 of its 842 points.
        const ends = [...(pages[first - 1] ?? '').matchAll(/yMax="([\d.]+)"/gu)].map(([, end]) => Number(end));
        const end = Math.max(...ends.filter((one) => one < 780));
        assert.ok(end > 350, `${count} rows: the page before the figure ends at ${end}`);
      });
    }
  },
);

/** The pages of a document as text, and the page on which each finding's evidence begins, by its number (P-001). */
function pagesOf(pdf: Uint8Array): { pages: string[]; details: Map<string, number> } {
  const pages = withPdf(pdf, (run) => run('pdftotext', '-layout', 'report.pdf', '-').output.split('\f').slice(0, -1));
  const details = pages.flatMap((page, index) =>
    [...page.matchAll(/^ *(P-\d{3}) +(?:CRITICAL|HIGH|MEDIUM|LOW) (?:(?!\n *P-\d{3} )[^\f])*?\n *CHECK\b/gmu)].map(
      ([, number]): [string, number] => [number ?? '', index + 1],
    ),
  );
  return { pages, details: new Map(details) };
}

test(
  'each page is numbered, annex pages are named, and contents and roadmap give the right pages, wherever the annex begins',
  { skip: toolMissing('pdftotext') },
  () => {
    const shared = new Set<boolean>();
    for (let count = 1; count <= 17; count += 2) {
      const paper = count % 4 === 1 ? 'a4' : 'us-letter';
      const { pages, details } = pagesOf(
        typeset(withFindings(count, { severity: 'medium' }), { ...options, paper }).pdf,
      );
      const annex = pages.findIndex((page) => /^ *Annex A: issues in detail$/mu.test(page)) + 1;
      // A page that the annex shares belongs to the board part; the next one does not.
      const isShared = !/^.*Technical annex/u.test(pages[annex - 1]?.trimStart() ?? '');
      shared.add(isShared);
      for (const [index, page] of pages.entries()) {
        if (index === 0) continue;
        assert.match(page.trimEnd(), new RegExp(` ${index + 1} / ${pages.length}$`, 'u'), `${count} findings`);
        const isAnnex = index + 1 >= annex + (isShared ? 1 : 0);
        assert.equal(/^.*Technical annex/u.test(page.trimStart()), isAnnex, `page ${index + 1} of ${count} findings`);
      }
      assert.match(pages[1] ?? '', new RegExp(`Annex A: issues in detail[ .]+${annex}$`, 'mu'));
      assert.match((pages[1] ?? '').replaceAll(/\s+/gu, ' '), new RegExp(`technical annex from page ${annex} `, 'u'));
      const roadmap = pages.slice(2, annex).flatMap((page) => [...page.matchAll(/^ *(P-\d{3}) .* (\d+)$/gmu)]);
      assert.ok(roadmap.length >= count);
      for (const [, number, page] of roadmap) assert.equal(details.get(number ?? ''), Number(page), number);
    }
    assert.equal(shared.size, 2);
  },
);

/** Pages before the technical annex. */
function boardPages(pdf: Uint8Array): number {
  return withPdf(pdf, (run) => {
    const pages = run('pdftotext', '-layout', 'report.pdf', '-').output.split('\f');
    return pages.findIndex((page, index) => index > 1 && page.includes('Annex A: issues in detail'));
  });
}

/** A report of maximum length: every printed text is as long as possible. */
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
  'the board part has at most 12 pages and no hexadecimal bytes, however long the report',
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
    // US Letter has fewer lines per page than A4.
    for (const severities of [['critical', 'high', 'medium', 'low'], ['high'], ['low']] as const) {
      const { pdf } = typeset(longest(severities), { ...options, paper: 'us-letter', previous: old });
      const pages = boardPages(pdf);
      assert.ok(pages >= 6 && pages <= 12, `${pages} pages of ${severities.join(', ')}`);
      withPdf(pdf, (run) => {
        const { output } = run('pdftotext', '-layout', '-l', String(pages), 'report.pdf', '-');
        assert.doesNotMatch(output, /(?:\b[0-9a-f]{2} ){8}/u);
      });
    }
  },
);
