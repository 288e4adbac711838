import { browserMissing, openBrowser } from '@perimeter/report/testing/browser';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser as Chromium, Page } from 'playwright-core';
import { cookieOf } from '../../../testing/browser/cookie.ts';
import { press, tabTo, typeInto } from '../../../testing/browser/keyboard.ts';
import { reportPolicy, watched } from '../../../testing/browser/watch.ts';
import { completedAudit } from '../../../testing/completed-audit.ts';
import { goldenEngine } from '../../../testing/golden-engine.ts';
import { firstAccount } from '../../../testing/people.ts';
import { serviceForTests } from '../../../testing/service.ts';

/** Far longer than anything takes on a machine that does other work. */
const limitMs = 60_000;

describe('domains are kept in a browser', { skip: browserMissing }, async () => {
  let chromium: Chromium;
  before(async () => {
    chromium = await openBrowser();
  });
  after(async () => chromium.close());
  const service = await serviceForTests(goldenEngine(0));
  const origin = String(service.url);
  const holder = await firstAccount(service);
  for (const domain of ['bad.lab', 'good.lab', 'bad.lab']) await completedAudit(holder, domain);

  const openAs = async (javaScriptEnabled = true): Promise<{ page: Page; wrong: string[] }> => {
    const context = await chromium.newContext({ viewport: { width: 1280, height: 800 }, javaScriptEnabled });
    context.setDefaultTimeout(limitMs);
    await context.addCookies([cookieOf(holder, origin)]);
    await reportPolicy(context);
    const page = await context.newPage();
    return { page, wrong: watched(page, origin) };
  };
  const wordsOf = async (page: Page, domain: string): Promise<string[]> =>
    page.locator(`[id="${domain}"] [data-words]`).allTextContents();

  test('words of a row are saved where they stand, and what was typed in another row stays and is asked for', async () => {
    const { page, wrong } = await openAs();
    await page.goto(`${origin}/domains?sort=name`);
    await press(page, 'link', 'bad.lab');
    await page.waitForURL('**/domains/bad.lab');
    await page.goBack();
    for (const domain of ['bad.lab', 'good.lab']) await page.locator(`[id="${domain}"] summary`).click();
    await typeInto(page, 'Note of good.lab', 'half a thought');
    await page.getByLabel('Tags of bad.lab').focus();
    await typeInto(page, 'Tags of bad.lab', 'eu, shop,eu');
    await typeInto(page, 'Owner of bad.lab', 'Jané <b>');
    await page.keyboard.press('Enter');
    await page.getByText('Saved', { exact: true }).waitFor();
    assert.deepEqual(await wordsOf(page, 'bad.lab'), ['Jané <b>', 'eu shop', '']);
    assert.equal(await page.getByLabel('Note of good.lab').inputValue(), 'half a thought');
    const asked: string[] = [];
    page.on('dialog', (dialog) => asked.push(dialog.type()));
    await page.getByRole('link', { name: 'shop' }).click();
    assert.deepEqual([asked, new URL(page.url()).search], [['beforeunload'], '?sort=name']);
    await page.getByLabel('Tags of bad.lab').fill('t'.repeat(41));
    await page.keyboard.press('Enter');
    await page
      .getByText(/^Invalid request|too big|at most|<=40/iu)
      .first()
      .waitFor();
    assert.equal(await page.getByLabel('Tags of bad.lab').inputValue(), 't'.repeat(41));
    await page.getByLabel('Tags of bad.lab').fill('eu, shop');
    await page.getByLabel('Note of good.lab').fill('');
    await page.goto(`${origin}/domains?sort=name`);
    assert.deepEqual(await wordsOf(page, 'bad.lab'), ['Jané <b>', 'eu shop', ''], 'as it was shown');
    assert.deepEqual(wrong, [
      'dialog: ',
      'console: Failed to load resource: the server responded with a status of 400 (Bad Request)',
    ]);
    await page.context().close();
  });

  test('by keyboard alone: from the list to a history, a comparison, and a list that is started', async () => {
    const { page, wrong } = await openAs();
    await page.goto(`${origin}/domains?sort=name`);
    await typeInto(page, 'Name, tag:, owner:, grade: or expires:', 'lab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**q=lab**');
    await tabTo(page, page.locator('[id="good.lab"] summary'));
    await page.keyboard.press('Enter');
    await typeInto(page, 'Note of good.lab', 'by keys');
    await page.keyboard.press('Enter');
    await page.getByText('Saved', { exact: true }).waitFor();
    for (const name of ['bad.lab', 'good.lab']) {
      await tabTo(page, page.getByLabel(`Select ${name}`));
      await page.keyboard.press('Space');
    }
    await press(page, 'button', 'Compare the selected');
    await page.waitForURL('**/compare?**');
    assert.match(page.url(), /bad\.lab.*good\.lab/u);
    await page.goto(`${origin}/domains`);
    await press(page, 'link', 'bad.lab');
    await page.waitForURL('**/domains/bad.lab');
    await tabTo(page, page.locator('main').getByRole('link', { name: 'Compare', exact: true }));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/compare?targetA=bad.lab');
    await page.goto(`${origin}/domains`);
    await press(page, 'link', 'Upload a list');
    await page.waitForURL('**/domains/upload');
    await tabTo(page, page.getByLabel('Or one domain a line'));
    await page.keyboard.type('one.net');
    await press(page, 'button', 'Check the list');
    await press(page, 'button', 'Start 1 audit');
    await page.waitForURL('**batch=**');
    assert.deepEqual(wrong, []);
    await page.context().close();
  });
});
