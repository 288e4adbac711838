import { browserMissing, openBrowser } from '@perimeter/report/testing/browser';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser as Chromium } from 'playwright-core';
import { cookieOf } from '../../../testing/browser/cookie.ts';
import { reportPolicy, watched } from '../../../testing/browser/watch.ts';
import { goldenEngine } from '../../../testing/golden-engine.ts';
import { firstAccount } from '../../../testing/people.ts';
import { serviceForTests } from '../../../testing/service.ts';

/** Far longer than any step takes, even on a busy machine. */
const limitMs = 60_000;

describe('uploading a list of domains in a browser', { skip: browserMissing }, async () => {
  let chromium: Chromium;
  before(async () => {
    chromium = await openBrowser();
  });
  after(async () => chromium.close());
  const service = await serviceForTests(goldenEngine(0));
  const origin = String(service.url);
  const holder = await firstAccount(service);

  test('going back from the preview shows the list as it was entered', async () => {
    const context = await chromium.newContext({ viewport: { width: 360, height: 800 } });
    context.setDefaultTimeout(limitMs);
    await context.addCookies([cookieOf(holder, origin)]);
    await reportPolicy(context);
    const page = await context.newPage();
    const wrong = watched(page, origin);
    await page.goto(`${origin}/domains/upload?pick=picked.net`);
    const field = page.getByLabel('Or one domain a line');
    assert.equal(await field.inputValue(), 'picked.net');
    const list = 'Firma;Domain\nBooking.com;bücher.net\nX;nonsense';
    await field.fill(list);
    await page.getByRole('button', { name: 'Check the list' }).click();
    // The field keeps the same text until the answer arrives.
    await page.getByRole('heading', { name: 'What was understood' }).waitFor();
    await page.getByText('bücher.net').first().waitFor();
    assert.equal(await page.getByText('Booking.com').count(), 0);
    await page.getByRole('button', { name: 'Change the list' }).click();
    assert.equal(await field.inputValue(), list);
    assert.deepEqual(wrong, []);
    await context.close();
  });

  test('a list that is too long is refused as a whole at its field, before anything is sent', async () => {
    const context = await chromium.newContext({ viewport: { width: 360, height: 800 } });
    context.setDefaultTimeout(limitMs);
    await context.addCookies([cookieOf(holder, origin)]);
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${origin}/domains/upload`);
    const field = page.getByLabel('Or one domain a line');
    const text = `long.net\n${`# ${'x'.repeat(997)}\n`.repeat(308)}`;
    await page
      .getByLabel('CSV or text file')
      .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await page.getByText('This list has 308,009 characters').waitFor();
    await page.getByRole('button', { name: 'Check the list' }).click();
    assert.equal(await field.and(page.locator(':focus')).count(), 1);
    assert.equal((await field.inputValue()).length, text.length);
    assert.deepEqual(
      asked.filter((url) => url.endsWith('/check')),
      [],
    );
    await field.fill('long.net');
    assert.equal(await page.getByText('This list has').count(), 0);
    await context.close();
  });
});
