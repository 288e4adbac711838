import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { safeText } from '../safe-text.ts';
import { appearances, axeViolations, browserMissing, openBrowser, overflow } from '../testing/browser.ts';
import { reportWith, runs, sinkText } from '../testing/endings.ts';
import { completed } from './ending.ts';
import { reportForms } from './forms.ts';

/** Narrow and light, medium and dark, wide and dark: the sample report covers the other appearances. */
const seen = appearances.filter((_, index) => [0, 3, 5].includes(index));

let browser: Browser;
before(async () => {
  if (browserMissing === false) browser = await openBrowser();
});
after(async () => {
  if (browserMissing === false) await browser.close();
});

for (const [name, endings] of runs.filter(([, { length }]) => length === 1)) {
  test(
    `${name}: the page has no axe violations and fits its window, narrow or wide, light or dark`,
    { skip: browserMissing },
    async () => {
      const html = reportForms.html.render(endings);
      for (const appearance of seen) {
        const context = await browser.newContext(appearance);
        const page = await context.newPage();
        await page.setContent(html);
        const where = `${appearance.viewport?.width} px, ${appearance.colorScheme}`;
        assert.equal(await overflow(page), 0, where);
        // axe finds the same in the first findings as in three hundred.
        await page.evaluate('[...document.querySelectorAll("details")].slice(20).forEach((one) => one.remove())');
        await page.evaluate('for (const details of document.querySelectorAll("details")) details.open = true');
        assert.deepEqual(await axeViolations(page), [], where);
        await context.close();
      }
    },
  );
}

test(
  'a browser shows hostile text literally, runs nothing and requests nothing',
  { skip: browserMissing },
  async () => {
    const page = await browser.newPage();
    const asked: string[] = [];
    const said: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => said.push(message.text()));
    page.on('dialog', (dialog) => said.push(dialog.message()));
    await page.setContent(reportForms.html.render([completed(reportWith(1, sinkText))]));
    const texts = await page.locator('details p, details pre').allTextContents();
    assert.ok(texts.includes(safeText(sinkText)));
    assert.equal(await page.locator('script, img, iframe, link, form, input:not(#expand-all)').count(), 0);
    assert.deepEqual([asked, said], [[], []]);
    await page.close();
  },
);
