import { browserMissing, openBrowser } from '@perimeter/report/testing/browser';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser as Chromium } from 'playwright-core';
import { cookieOf } from '../../../testing/browser/cookie.ts';
import { reportPolicy, watched } from '../../../testing/browser/watch.ts';
import { completedAudit } from '../../../testing/completed-audit.ts';
import { goldenEngine } from '../../../testing/golden-engine.ts';
import { firstAccount } from '../../../testing/people.ts';
import { serviceForTests } from '../../../testing/service.ts';

/** Far longer than any step takes, even on a busy machine. */
const limitMs = 60_000;
let published = '';
const findProof = async (_claimed: unknown, token: string) => (token === published ? ('dns' as const) : null);

describe('proving control of a domain in a browser', { skip: browserMissing }, async () => {
  let chromium: Chromium;
  before(async () => {
    chromium = await openBrowser();
  });
  after(async () => chromium.close());
  const service = await serviceForTests({ ...goldenEngine(0), findProof });
  const origin = String(service.url);
  const holder = await firstAccount(service);
  await completedAudit(holder, 'bad.lab');

  test('a mistake is shown at its field; a claim shows its record, is not proved, then proved, gets a badge and is ended', async () => {
    const context = await chromium.newContext({ viewport: { width: 360, height: 800 } });
    context.setDefaultTimeout(limitMs);
    await context.addCookies([cookieOf(holder, origin)]);
    await reportPolicy(context);
    const page = await context.newPage();
    const wrong = watched(page, origin);
    await page.goto(`${origin}/settings/controls`);
    const domain = page.getByLabel('Domain', { exact: true });
    await domain.fill('no domain');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.locator('[aria-invalid=true]').waitFor();
    assert.equal(await domain.inputValue(), 'no domain');
    await domain.fill('Bad.lab');
    await page.getByRole('button', { name: 'Start' }).click();
    const panel = page.getByRole('region', { name: 'bad.lab' });
    const record = await panel.getByRole('group', { name: 'TXT record' }).innerText();
    [, published = ''] = /_perimeter-control\.bad\.lab\. TXT "(perimeter-control=[\w-]{32})"/.exec(record) ?? [];
    const token = published;
    assert.notEqual(token, '');
    published = '';
    const check = panel.getByRole('button', { name: /^Check now/ });
    await check.click();
    await panel.getByText('Not found yet').waitFor();
    published = token;
    await check.click();
    await panel.getByRole('button', { name: /^Make a badge/ }).click();
    const image = panel.getByRole('img', { name: 'Badge of bad.lab' });
    await image.waitFor();
    await page.waitForFunction("document.querySelector('img').naturalWidth > 100");
    const address = `${origin}${await image.getAttribute('src')}`;
    const html = await panel.getByRole('group', { name: 'HTML' }).innerText();
    assert.ok(html.includes(`<img src="${address}"`), html);
    await panel.getByRole('button', { name: /^End the badge/ }).click();
    await image.waitFor({ state: 'detached' });
    assert.equal((await fetch(address)).status, 404);
    await page.evaluate('window.confirm = () => true');
    await panel.getByRole('button', { name: /^End control/ }).click();
    await panel.waitFor({ state: 'detached' });
    // 422 answers to mistyped input, which the browser logs on its console.
    assert.deepEqual(
      wrong.filter((line) => !line.includes('422')),
      [],
    );
    await context.close();
  });
});
