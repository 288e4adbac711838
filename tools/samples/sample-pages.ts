import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toolMissing, withPdf } from '@perimeter/report/testing/pdf-tools';
import { createTypesetter } from '@perimeter/report/pdf/typeset';
import { sampleReportOf } from '../generate/samples.ts';

// Between header and footer of an A4 page, in points from the top.
const [top, bottom] = [72, 775];
const cover = 2;

/** How far each page of the board part and the annex is filled, by its last word. */
function filledPages(pdf: Uint8Array): [board: number[], annex: number[]] {
  return withPdf(pdf, (run) => {
    const pages = run('pdftotext', '-bbox', 'report.pdf', '-').output.split('<page ').slice(1);
    // The page of contents mentions the annex too.
    const annex = pages.findIndex((page, index) => index >= cover && page.includes('>A:</word>'));
    const filled = pages.slice(cover).map((page) => {
      const ends = [...page.matchAll(/yMax="([\d.]+)"/gu)].map(([, y]) => Number(y)).filter((y) => y < bottom);
      return (Math.max(...ends) - top) / (bottom - top);
    });
    return [filled.slice(0, annex - cover), filled.slice(annex - cover)];
  });
}

/** The number of pages of each issue in the annex: at most two for issues of at most one page's length. */
function pagesOfIssues(pdf: Uint8Array): [issue: string, pages: number][] {
  const pages = withPdf(pdf, (run) => run('pdftotext', '-layout', 'report.pdf', '-').output.split('\f'));
  const starts = pages.flatMap((page, index) =>
    [...page.matchAll(/^ *(P-\d{3}) +(?:CRITICAL|HIGH|MEDIUM|LOW) [^\f]*?\n *CHECK\b/gmu)].map(
      ([, issue = '']): [issue: string, page: number] => [issue, index],
    ),
  );
  const end = pages.findIndex((page) => /^ *Annex B: score calculation$/mu.test(page));
  return starts.map(([issue, page], index) => [issue, (starts[index + 1]?.[1] ?? end) - page + 1]);
}

const { typeset } = createTypesetter();
const options = {
  paper: 'a4',
  verifyUrl: 'https://perimeter.example/verify',
  previous: null,
  certificateSha256: 'ab'.repeat(32),
} as const;

/** Tests the pages of a site's PDF. */
export function testSamplePages(site: string): void {
  test(
    `few pages, and only the last one of a part with much empty space: ${site}`,
    { skip: toolMissing('pdftotext') },
    () => {
      const { pdf } = typeset(sampleReportOf(site), options);
      const [board, annex] = filledPages(pdf);
      assert.ok(board.length >= 2 && board.length + cover <= 12, `${board.length + cover} pages for the board`);
      for (const part of [board, annex])
        for (const [index, filled] of part.slice(0, -1).entries())
          assert.ok(filled > 2 / 3, `page ${index + 1} of the part: ${filled}`);
      assert.ok(pdf.length < 600_000, `${pdf.length} octets`);
      for (const [issue, pages] of pagesOfIssues(pdf)) assert.ok(pages <= 2, `${issue} stands on ${pages} pages`);
    },
  );

  test(
    `the annex in full detail has no page with much empty space: ${site}`,
    { skip: toolMissing('pdftotext') },
    () => {
      const [, annex] = filledPages(typeset(sampleReportOf(site), { ...options, detail: 'full' }).pdf);
      for (const [index, filled] of annex.slice(0, -1).entries())
        assert.ok(filled > 2 / 3, `page ${index + 1} of the annex: ${filled}`);
    },
  );
}
