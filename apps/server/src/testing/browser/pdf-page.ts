import { browserMissing, openBrowser } from '@perimeter/report/testing/browser';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser as Chromium, Page } from 'playwright-core';
import { completedAudit } from '../completed-audit.ts';
import { type HeldRenderer, heldRenderer } from '../documents/held-renderer.ts';
import { goldenEngine } from '../golden-engine.ts';
import { firstAccount } from '../people.ts';
import { serviceForTests } from '../service.ts';
import { cookieOf } from './cookie.ts';
import { press } from './keyboard.ts';
import { reportPolicy, watched } from './watch.ts';

/** Far longer than any step takes, even on a busy machine. */
const limitMs = 180_000;

/**
 * A service with a controlled renderer and one of its reports open in a logged-in browser; with the page's faults and
 * saved files.
 */
export async function openReport(chromium: Chromium, renderer: HeldRenderer, javaScriptEnabled: boolean) {
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
}

/** Waits for a page by its heading. */
export const heading = async (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

/** Tests the PDF link while the document is not ready. */
export function testWaiting(how: string, javaScriptEnabled: boolean): void {
  describe(`the PDF in a browser, ${how}`, { skip: browserMissing }, () => {
    let chromium: Chromium;
    before(async () => {
      chromium = await openBrowser();
    });
    after(async () => chromium.close());

    test('by keyboard: while the renderer is busy the link opens a waiting page, and then the file downloads by itself', async () => {
      const renderer = heldRenderer();
      renderer.hold();
      const { page, wrong } = await openReport(chromium, renderer, javaScriptEnabled);
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

    test('with a full queue the page waits, and nothing is saved until there is room', async () => {
      const renderer = heldRenderer();
      renderer.failWith('busy');
      const { page, saved } = await openReport(chromium, renderer, javaScriptEnabled);
      await page.getByRole('link', { name: 'PDF', exact: true }).click();
      await heading(page, 'Your PDF is waiting for its turn');
      assert.deepEqual(saved, []);
      const download = page.waitForEvent('download');
      renderer.failWith(null);
      assert.match((await download).suggestedFilename(), /^perimeter-good\.lab-[\d-]+\.pdf$/);
      await page.context().close();
    });

    test('a failure is shown as a page, and nothing is saved', async () => {
      const renderer = heldRenderer();
      renderer.hold();
      const { page, saved } = await openReport(chromium, renderer, javaScriptEnabled);
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
  });
}
