import { browserMissing, openBrowser } from '@perimeter/report/testing/browser';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser as Chromium } from 'playwright-core';
import {
  heading,
  openReport,
  pdfService,
  showsFailure,
  waitsForRoom,
  waitsWhileBusy,
} from '../../../testing/browser/pdf-page.ts';

describe('the waiting page of a PDF', { skip: browserMissing }, async () => {
  let chromium: Chromium;
  before(async () => {
    chromium = await openBrowser();
  });
  after(async () => chromium.close());
  const service = await pdfService();

  test('going back to the waiting page does not download the file again without a click', async () => {
    const { page, saved } = await openReport(chromium, service, true);
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
    await page.close();
  });

  test('a document that becomes ready does not interrupt navigation to another page', async () => {
    service.renderer.hold();
    const { page, saved } = await openReport(chromium, service, true);
    const report = page.url();
    await page.getByRole('link', { name: 'PDF', exact: true }).click();
    await heading(page, 'Your PDF is being generated');
    const told = page.waitForResponse((answer) => answer.request().method() === 'HEAD' && answer.status() === 200);
    // The report answers only after the page knows that the document is ready.
    await page.route(report, async (route) => {
      service.renderer.release();
      await told;
      await page.waitForTimeout(1_000);
      await route.continue();
    });
    await page.getByRole('link', { name: 'Back to the report' }).click();
    await page.getByRole('heading', { name: 'Score', exact: true }).waitFor();
    assert.deepEqual([page.url(), saved], [report, []]);
    await page.close();
  });

  test('if the session has ended in another window, the link leads to a page and nothing is saved', async () => {
    const { page, saved } = await openReport(chromium, service, true);
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'PDF', exact: true }).click();
    await page.getByText('This needs an account').waitFor();
    assert.deepEqual(saved, []);
    await page.close();
  });

  test('without script, by keyboard: while the renderer is busy the link opens a waiting page, then the file downloads', async () =>
    waitsWhileBusy(chromium, service, false));

  test('with a full queue the page waits, and nothing is saved until there is room', async () =>
    waitsForRoom(chromium, service, true));

  test('a failure is shown as a page, and nothing is saved', async () => showsFailure(chromium, service, false));
});
