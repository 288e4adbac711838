import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { report } from '@perimeter/contract/report';
import { browserMissing, openBrowser } from '../testing/browser.ts';
import { printed } from '../testing/paper.ts';
import { renderHtml } from './html.ts';

const golden = path.resolve(import.meta.dirname, '../../../engine/golden');
const sites = readdirSync(golden).flatMap((name) => /^(?<site>.+)\.report\.json$/u.exec(name)?.groups?.['site'] ?? []);
const htmlOf = (site: string): string =>
  renderHtml(report.parse(JSON.parse(readFileSync(path.join(golden, `${site}.report.json`), 'utf8'))));
/** The report with the most issues, in deep mode. */
const html = htmlOf('bad.lab');
/** For all modules, with hardly any check passed; a good site takes 3 to 12 pages. */
const maxPages = 25;
/** Minimum text size in points of running text, and of code and tables, as in the PDF. */
const [leastPoints, leastCodePoints] = [8, 6.5];

test(
  'a printed report takes few pages of A4 in a legible size, with everything unfolded',
  { skip: browserMissing },
  async () => {
    assert.ok(sites.length > 5);
    const all = await printed(sites.map(htmlOf));
    for (const [index, { pages, bodyPoints, smallestPoints }] of all.entries()) {
      const site = sites[index];
      assert.ok(pages >= 3 && pages <= maxPages, `${site}: ${pages} pages`);
      assert.ok(bodyPoints >= leastPoints - 0.01, `${site}: text of ${bodyPoints} points`);
      assert.ok(smallestPoints >= leastCodePoints, `${site}: text of ${smallestPoints} points`);
    }
  },
);

test('one checkbox unfolds and folds everything', { skip: browserMissing }, async () => {
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
