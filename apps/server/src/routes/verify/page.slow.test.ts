import { appearances, browserMissing, openBrowser } from '@perimeter/report/testing/browser';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { filesToVerify, showVerdicts, verifyOrigin } from '../../testing/browser/verdicts.ts';

const [narrow = {}, , , , , wideDark = {}] = appearances;

describe('the page that verifies files', { skip: browserMissing }, async () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(async () => browser.close());
  const stage = await filesToVerify();

  test('the page shows each verdict, fits its window, and has no axe violations', async () =>
    showVerdicts(browser, stage, [narrow, wideDark]));

  test('a file can be dropped anywhere on the page and selected twice, and one that is too large is not sent', async () => {
    const { service } = stage;
    const page = await browser.newPage();
    const sent: number[] = [];
    await page.route('**/*', async (route) => {
      if (route.request().method() !== 'POST') {
        const { headers, rawPayload } = await service.http.inject(new URL(route.request().url()).pathname);
        return route.fulfill({ contentType: String(headers['content-type']), body: rawPayload });
      }
      sent.push(route.request().postDataBuffer()?.length ?? 0);
      return route.fulfill({ json: { verdict: 'unknown', checks: [], report: null } });
    });
    await page.goto(`${verifyOrigin}/verify`);
    const unknown = page.getByRole('heading', { name: /^Not a report/ });
    await page.evaluate(`{
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['beside'], 'report.pdf'));
      const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector('h1').dispatchEvent(drop);
    }`);
    await unknown.waitFor();
    assert.deepEqual(sent, [6]);
    await page.setInputFiles('#file', { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(7) });
    assert.equal(await page.evaluate("document.getElementById('file').files.length"), 0, 'so that it can come again');
    const buffer = Buffer.alloc(17 * 1024 * 1024);
    await page.setInputFiles('#file', { name: 'large.pdf', mimeType: 'application/pdf', buffer });
    await page.getByText('too large for a report').waitFor();
    assert.deepEqual(sent, [6, 7]);
  });
});
