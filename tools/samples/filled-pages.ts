import assert from 'node:assert/strict';
import { withPdf } from '@perimeter/report/testing/pdf-tools';
import { sampleDocument, sampleText } from './sample-documents.ts';

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
function pagesOfIssues(site: string): [issue: string, pages: number][] {
  const pages = sampleText(site, 'brief').split('\f');
  const starts = pages.flatMap((page, index) =>
    [...page.matchAll(/^ *(P-\d{3}) +(?:CRITICAL|HIGH|MEDIUM|LOW) [^\f]*?\n *CHECK\b/gmu)].map(
      ([, issue = '']): [issue: string, page: number] => [issue, index],
    ),
  );
  const end = pages.findIndex((page) => /^ *Annex B: score calculation$/mu.test(page));
  return starts.map(([issue, page], index) => [issue, (starts[index + 1]?.[1] ?? end) - page + 1]);
}

/** Asserts that no annex begins so low on a page that hardly more than its title stands there. */
function annexesBeginWithRows(site: string): void {
  for (const page of sampleText(site, 'brief').split('\f').slice(cover))
    for (const [title, below = ''] of page.matchAll(/^ *Annex [A-G]: .+$(?=([^]*))/gmu))
      assert.ok(
        below.split('\n').filter((line) => line.trim() !== '').length >= 6,
        `${title.trim().split('\n')[0]} ends a page`,
      );
}

/** Asserts that a brief document has few pages, and that only the last one of each part has much empty space. */
export function hasFewPages(site: string): void {
  const pdf = sampleDocument(site, 'brief');
  const [board, annex] = filledPages(pdf);
  annexesBeginWithRows(site);
  assert.ok(board.length >= 2 && board.length + cover <= 12, `${board.length + cover} pages for the board`);
  for (const part of [board, annex])
    for (const [index, filled] of part.slice(0, -1).entries())
      assert.ok(filled > 2 / 3, `page ${index + 1} of the part: ${filled}`);
  assert.ok(pdf.length < 600_000, `${pdf.length} octets`);
  for (const [issue, pages] of pagesOfIssues(site)) assert.ok(pages <= 2, `${issue} stands on ${pages} pages`);
}

/** Asserts that the annex in full detail has no page with much empty space but the last. */
export function hasFullAnnex(site: string): void {
  const [, annex] = filledPages(sampleDocument(site, 'full'));
  for (const [index, filled] of annex.slice(0, -1).entries())
    assert.ok(filled > 2 / 3, `page ${index + 1} of the annex: ${filled}`);
}
