import { browserMissing, openBrowser } from '@perimeter/report/testing/browser';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser as Chromium } from 'playwright-core';
import { cookieOf } from '../../../testing/browser/cookie.ts';
import { reportPolicy, watched } from '../../../testing/browser/watch.ts';
import { goldenEngine } from '../../../testing/golden-engine.ts';
import { firstAccount } from '../../../testing/people.ts';
import { serviceForTests } from '../../../testing/service.ts';

/** Far longer than anything takes on a machine that does other work. */
const limitMs = 60_000;

describe('a list of domains is uploaded in a browser', { skip: browserMissing }, async () => {
  let chromium: Chromium;
  before(async () => {
    chromium = await openBrowser();
  });
  after(async () => chromium.close());
  const service = await serviceForTests(goldenEngine(0));
  const origin = String(service.url);
  const holder = await firstAccount(service);

  test('who goes back from what was understood finds the list as it was given', async () => {
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
    await page.getByText('bücher.net').first().waitFor();
    assert.equal(await page.getByText('Booking.com').count(), 0);
    await page.getByRole('button', { name: 'Change the list' }).click();
    assert.equal(await field.inputValue(), list);
    assert.deepEqual(wrong, []);
    await context.close();
  });
});
