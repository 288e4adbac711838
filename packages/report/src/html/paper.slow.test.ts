import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserMissing, openBrowser } from '../testing/browser.ts';
import { assertPaper, htmlOfSite } from '../testing/paper-of-sites.ts';

/** The report with the most issues, in deep mode. */
const longest = 'bad.lab';

test(
  'a printed report takes few pages of A4 in a legible size, with everything unfolded',
  { skip: browserMissing },
  async () => assertPaper([longest, 'redirect.lab']),
);

test('one checkbox unfolds and folds everything', { skip: browserMissing }, async () => {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.setContent(htmlOfSite(longest));
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
