import { browserMissing, openBrowser } from '@perimeter/report/testing/browser';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completedAudit } from '../testing/completed-audit.ts';
import { cookieOf } from '../testing/browser/cookie.ts';
import { goldenEngine } from '../testing/golden-engine.ts';
import { firstAccount } from '../testing/people.ts';
import { serviceForTests } from '../testing/service.ts';

test(
  'single keys move through issues and audits, copy links, select, and can be switched off',
  { skip: browserMissing },
  async () => {
    const service = await serviceForTests(goldenEngine(1));
    const holder = await firstAccount(service);
    const origin = String(service.url);
    const id = await completedAudit(holder, 'bad.lab');
    await completedAudit(holder, 'good.lab');
    const chromium = await openBrowser();
    const context = await chromium.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    await context.addCookies([cookieOf(holder, origin)]);
    const page = await context.newPage();
    const clipboard = async (): Promise<string> => String(await page.evaluate('navigator.clipboard.readText()'));

    await page.goto(`${origin}/audits/${id}`);
    await page.keyboard.press('j');
    await page.keyboard.press('c');
    await page.getByText('Link copied').waitFor();
    assert.match(await clipboard(), new RegExp(`^${origin}/audits/${id}#f-[a-z0-9-]+$`));
    await page.keyboard.press('?');
    await page.getByLabel('Single keys act outside of fields').uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('o');
    assert.equal(await page.locator('.finding[open]').count(), 0);

    await page.goto(`${origin}/audits`);
    await page.keyboard.press('x');
    assert.equal(await page.locator('input[name="pick"]:checked').count(), 0);
    await page.getByRole('button', { name: 'Keyboard' }).click();
    await page.getByLabel('Single keys act outside of fields').check();
    await page.keyboard.press('Escape');
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'Compare two' }).click();
    await page.getByRole('heading', { name: /leads by/ }).waitFor();
    await chromium.close();
  },
);
