import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goldenSites } from '@perimeter/engine/runner/golden';
import { toolMissing, withPdf } from '@perimeter/report/testing/pdf-tools';
import { createTypesetter } from '@perimeter/report/pdf/typeset';
import { sampleReportOf } from './generate/samples.ts';

// Between running head and foot of a page of A4, in points from its top.
const [top, bottom] = [72, 775];
const cover = 2;

/** How much of each page between cover and annex is used, by the last word on it. */
function filledPages(pdf: Uint8Array): number[] {
  return withPdf(pdf, (run) => {
    const pages = run('pdftotext', '-bbox', 'report.pdf', '-').output.split('<page ').slice(1);
    // The page of contents names the annex too.
    const annex = pages.findIndex((page, index) => index >= cover && page.includes('>A:</word>'));
    return pages.slice(cover, annex).map((page) => {
      const ends = [...page.matchAll(/yMax="([\d.]+)"/gu)].map(([, y]) => Number(y)).filter((y) => y < bottom);
      return (Math.max(...ends) - top) / (bottom - top);
    });
  });
}

const { typeset } = createTypesetter();

for (const site of goldenSites()) {
  test(`no page for the board is half empty: ${site}`, { skip: toolMissing('pdftotext') }, () => {
    const { pdf } = typeset(sampleReportOf(site), {
      paper: 'a4',
      verifyUrl: 'https://perimeter.example/verify',
      previous: null,
      certificateSha256: 'ab'.repeat(32),
    });
    const pages = filledPages(pdf);
    const last = pages.length - 1;
    assert.ok(last >= 1);
    for (const [index, filled] of pages.entries()) {
      assert.ok(filled > (index === last ? 0.4 : 0.7), `page ${index + cover + 1}: ${filled}`);
    }
  });
}
