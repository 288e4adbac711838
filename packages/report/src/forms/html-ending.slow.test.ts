import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { safeText } from '../safe-text.ts';
import { appearances, browserMissing, openBrowser } from '../testing/browser.ts';
import { faultsOfPage } from '../testing/faults-of-page.ts';
import { reportWith, runs, sinkText } from '../testing/endings.ts';
import { completed } from './ending.ts';
import { reportForms } from './forms.ts';

const [narrow = {}, , , , , wideDark = {}] = appearances;
/** Runs whose pages differ in kind. */
const chosen = ['no finding', '40 findings', 'a very long domain', 'text that sinks would act on', 'a failed audit'];

let browser: Browser;
before(async () => {
  if (browserMissing === false) browser = await openBrowser();
});
after(async () => {
  if (browserMissing === false) await browser.close();
});

for (const name of chosen) {
  test(`${name}: the page has no axe violations and fits its window`, { skip: browserMissing }, async () => {
    const endings = new Map(runs).get(name) ?? assert.fail(`no run is called ${name}`);
    const seenIn = name === '40 findings' ? [narrow, wideDark] : [narrow];
    assert.deepEqual(
      await faultsOfPage(browser, reportForms.html.render(endings), seenIn, { skipsLikeRows: true }),
      [],
    );
  });
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
