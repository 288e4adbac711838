import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { report } from '@perimeter/contract/report';
import { browserMissing, openBrowser } from '../testing/browser.ts';
import { renderHtml } from './html.ts';

/** The site of the lab with the most issues, in deep mode. */
const golden = path.resolve(import.meta.dirname, '../../../engine/golden/bad.lab.report.json');
const html = renderHtml(report.parse(JSON.parse(readFileSync(golden, 'utf8'))));
const maxPages = 19;

test(
  'the report of bad.lab takes less than 20 pages of A4, with nothing folded',
  { skip: browserMissing },
  async () => {
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      await page.setContent(html);
      const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
      const pages = Math.max(
        ...[...pdf.matchAll(/\/Type \/Pages[^>]*?\/Count (\d+)/gu)].map(([, count]) => Number(count)),
      );
      assert.ok(pages >= 5 && pages <= maxPages, `${pages} pages`);
    } finally {
      await browser.close();
    }
  },
);

test('one box unfolds everything, and folds it again', { skip: browserMissing }, async () => {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.setContent(html);
    const hidden = async (): Promise<number> => page.locator('details > div:not(:visible)').count();
    const height = async (): Promise<number> => Number(await page.evaluate('document.documentElement.scrollHeight'));
    const folded = await height();
    await page.getByLabel('Expand all details').check();
    const unfolded = await height();
    assert.ok(unfolded > 2 * folded, `${folded} to ${unfolded} pixels`);
    assert.equal(await hidden(), 0);
    await page.getByLabel('Expand all details').uncheck();
    assert.equal(await height(), folded);
  } finally {
    await browser.close();
  }
});
