import { browserMissing, openBrowser } from '@perimeter/report/testing/browser';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser as Chromium } from 'playwright-core';
import { heading, openReport } from '../../../testing/browser/pdf-page.ts';
import { heldRenderer } from '../../../testing/documents/held-renderer.ts';

describe('the waiting page of a PDF', { skip: browserMissing }, () => {
  let chromium: Chromium;
  before(async () => {
    chromium = await openBrowser();
  });
  after(async () => chromium.close());

  test('going back to the waiting page does not download the file again without a click', async () => {
    const { page, saved } = await openReport(chromium, heldRenderer(), true);
    const download = page.waitForEvent('download');
    // The download can begin before the page has loaded, so do not wait for its load event.
    await page.goto(`${page.url()}/pdf`, { waitUntil: 'commit' });
    await download;
    await heading(page, 'Your PDF is ready');
    await page.getByRole('link', { name: 'Back to the report' }).click();
    await page.getByRole('heading', { name: 'Score', exact: true }).waitFor();
    await page.goBack();
    await heading(page, 'Your PDF is ready');
    const asked = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download the PDF' }).click();
    await asked;
    assert.equal(saved.length, 2);
    await page.context().close();
  });

  test('a document that becomes ready does not interrupt navigation to another page', async () => {
    const renderer = heldRenderer();
    renderer.hold();
    const { page, saved } = await openReport(chromium, renderer, true);
    const report = page.url();
    await page.getByRole('link', { name: 'PDF', exact: true }).click();
    await heading(page, 'Your PDF is being generated');
    const told = page.waitForResponse((answer) => answer.request().method() === 'HEAD' && answer.status() === 200);
    // The report answers only after the page knows that the document is ready.
    await page.route(report, async (route) => {
      renderer.release();
      await told;
      await page.waitForTimeout(1_000);
      await route.continue();
    });
    await page.getByRole('link', { name: 'Back to the report' }).click();
    await page.getByRole('heading', { name: 'Score', exact: true }).waitFor();
    assert.deepEqual([page.url(), saved], [report, []]);
    await page.context().close();
  });

  test('if the session has ended in another window, the link leads to a page and nothing is saved', async () => {
    const { page, saved } = await openReport(chromium, heldRenderer(), true);
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'PDF', exact: true }).click();
    await page.getByText('This needs an account').waitFor();
    assert.deepEqual(saved, []);
    await page.context().close();
  });
});
