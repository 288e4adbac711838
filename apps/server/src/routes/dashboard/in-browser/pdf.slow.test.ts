import { browserMissing, openBrowser } from '@perimeter/report/testing/browser';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser as Chromium, Page } from 'playwright-core';
import { cookieOf } from '../../../testing/browser/cookie.ts';
import { press } from '../../../testing/browser/keyboard.ts';
import { reportPolicy, watched } from '../../../testing/browser/watch.ts';
import { completedAudit } from '../../../testing/completed-audit.ts';
import { goldenEngine } from '../../../testing/golden-engine.ts';
import { type HeldRenderer, heldRenderer } from '../../../testing/documents/held-renderer.ts';
import { firstAccount } from '../../../testing/people.ts';
import { serviceForTests } from '../../../testing/service.ts';

/** Far longer than anything takes on a machine that does other work. */
const limitMs = 180_000;

describe('the PDF in a browser', { skip: browserMissing }, () => {
  let chromium: Chromium;
  before(async () => {
    chromium = await openBrowser();
  });
  after(async () => chromium.close());

  /** A report of a service with a renderer, open in a browser whose holder is logged in; what is wrong with its pages, and what was saved. */
  const openReport = async (renderer: HeldRenderer, javaScriptEnabled: boolean) => {
    const service = await serviceForTests(goldenEngine(0), {}, { renderer });
    const holder = await firstAccount(service);
    const origin = String(service.url);
    const context = await chromium.newContext({ javaScriptEnabled, viewport: { width: 1280, height: 800 } });
    context.setDefaultTimeout(limitMs);
    await reportPolicy(context);
    await context.addCookies([cookieOf(holder, origin)]);
    const page = await context.newPage();
    const wrong = watched(page, origin);
    const saved: string[] = [];
    page.on('download', (download) => saved.push(download.suggestedFilename()));
    await page.goto(`${origin}/audits/${await completedAudit(holder, 'good.lab')}`);
    return { page, wrong, saved };
  };
  const heading = async (page: Page, name: string): Promise<void> =>
    page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

  for (const [how, javaScriptEnabled] of [
    ['with script', true],
    ['without script', false],
  ] as const) {
    test(`by keyboard, ${how}: the link waits on a page while the renderer is busy, and the file comes by itself`, async () => {
      const renderer = heldRenderer();
      renderer.hold();
      const { page, wrong } = await openReport(renderer, javaScriptEnabled);
      await press(page, 'link', 'PDF');
      await heading(page, 'Your PDF is being generated');
      const download = page.waitForEvent('download');
      renderer.release();
      assert.match((await download).suggestedFilename(), /^perimeter-good\.lab-[\d-]+\.pdf$/);
      assert.equal(await (await download).failure(), null);
      await heading(page, 'Your PDF is ready');
      const again = page.waitForEvent('download');
      await press(page, 'link', 'Download the PDF');
      assert.equal((await again).suggestedFilename(), (await download).suggestedFilename());
      await press(page, 'link', 'Back to the report');
      await page.getByRole('heading', { name: 'Score', exact: true }).waitFor();
      assert.deepEqual(wrong, []);
      await page.context().close();
    });

    test(`${how}: a full queue is waited for, and nothing is saved until there is room`, async () => {
      const renderer = heldRenderer();
      renderer.failWith('busy');
      const { page, saved } = await openReport(renderer, javaScriptEnabled);
      await page.getByRole('link', { name: 'PDF', exact: true }).click();
      await heading(page, 'Your PDF is waiting for its turn');
      assert.deepEqual(saved, []);
      const download = page.waitForEvent('download');
      renderer.failWith(null);
      assert.match((await download).suggestedFilename(), /^perimeter-good\.lab-[\d-]+\.pdf$/);
      await page.context().close();
    });

    test(`${how}: a failure is a page, and nothing is saved`, async () => {
      const renderer = heldRenderer();
      renderer.hold();
      const { page, saved } = await openReport(renderer, javaScriptEnabled);
      await page.getByRole('link', { name: 'PDF', exact: true }).click();
      await heading(page, 'Your PDF is being generated');
      renderer.failWith('gave-up');
      renderer.release();
      await heading(page, 'The PDF could not be generated');
      renderer.failWith(null);
      assert.deepEqual(saved, []);
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'HTML, one file' }).click();
      assert.equal((await download).suggestedFilename(), 'perimeter-good.lab.html');
      await page.context().close();
    });
  }

  test('who goes back to the page that gave a file gets it no second time unless they ask', async () => {
    const { page, saved } = await openReport(heldRenderer(), true);
    const download = page.waitForEvent('download');
    await page.goto(`${page.url()}/pdf`);
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

  test('a document that becomes ready does not take back who is on the way to another page', async () => {
    const renderer = heldRenderer();
    renderer.hold();
    const { page, saved } = await openReport(renderer, true);
    const report = page.url();
    await page.getByRole('link', { name: 'PDF', exact: true }).click();
    await heading(page, 'Your PDF is being generated');
    const told = page.waitForResponse((answer) => answer.request().method() === 'HEAD' && answer.status() === 200);
    // The report answers only after the page has heard that the document is ready.
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

  test('a session that has ended in another window makes the link a page, and nothing is saved', async () => {
    const { page, saved } = await openReport(heldRenderer(), true);
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'PDF', exact: true }).click();
    await page.getByText('This needs an account').waitFor();
    assert.deepEqual(saved, []);
    await page.context().close();
  });
});
