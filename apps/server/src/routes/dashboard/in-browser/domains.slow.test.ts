import { browserMissing, openBrowser } from '@perimeter/report/testing/browser';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser as Chromium, BrowserContext, Page } from 'playwright-core';
import { cookieOf } from '../../../testing/browser/cookie.ts';
import { press, tabTo, typeInto } from '../../../testing/browser/keyboard.ts';
import { reportPolicy, watched } from '../../../testing/browser/watch.ts';
import { completedAudit } from '../../../testing/completed-audit.ts';
import { goldenEngine } from '../../../testing/golden-engine.ts';
import { firstAccount } from '../../../testing/people.ts';
import { serviceForTests } from '../../../testing/service.ts';

/** Far longer than any step takes, even on a busy machine. */
const limitMs = 60_000;

describe('the list of domains in a browser', { skip: browserMissing }, async () => {
  let chromium: Chromium;
  before(async () => {
    chromium = await openBrowser();
  });
  after(async () => chromium.close());
  const service = await serviceForTests(goldenEngine(0));
  const origin = String(service.url);
  const holder = await firstAccount(service);
  for (const domain of ['bad.lab', 'good.lab', 'bad.lab']) await completedAudit(holder, domain);

  const contexts = new Map<boolean, BrowserContext>();
  /** A browser of the holder, with script or without. */
  const contextWith = async (javaScriptEnabled: boolean): Promise<BrowserContext> => {
    const known = contexts.get(javaScriptEnabled);
    if (known !== undefined) return known;
    const context = await chromium.newContext({ viewport: { width: 1280, height: 800 }, javaScriptEnabled });
    contexts.set(javaScriptEnabled, context);
    context.setDefaultTimeout(limitMs);
    await context.addCookies([cookieOf(holder, origin)]);
    await reportPolicy(context);
    return context;
  };
  const openAs = async (javaScriptEnabled = true): Promise<{ page: Page; wrong: string[] }> => {
    const page = await (await contextWith(javaScriptEnabled)).newPage();
    return { page, wrong: watched(page, origin) };
  };
  const wordsOf = async (page: Page, domain: string): Promise<string[]> =>
    page.locator(`[id="${domain}"] [data-words]`).allTextContents();

  test('notes of a row are saved in place, and unsaved input of another row stays with a warning', async () => {
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
    const wrongTags = page.getByLabel('Tags of bad.lab').and(page.locator(':focus[aria-invalid=true]'));
    await wrongTags.waitFor();
    assert.match((await page.locator('[role=alert].refusal').textContent()) ?? '', /at most 40 characters/u);
    assert.equal(await wrongTags.getAttribute('aria-describedby'), await page.locator('.refusal').getAttribute('id'));
    assert.equal(await wrongTags.inputValue(), 't'.repeat(41));
    await page.getByLabel('Tags of bad.lab').fill('eu, shop');
    await page.getByLabel('Note of good.lab').fill('');
    await page.goto(`${origin}/domains?sort=name`);
    assert.deepEqual(await wordsOf(page, 'bad.lab'), ['Jané <b>', 'eu shop', ''], 'as it was shown');
    assert.deepEqual(wrong, [
      'dialog: ',
      'console: Failed to load resource: the server responded with a status of 400 (Bad Request)',
    ]);
    await page.close();
  });

  test("notes are saved on the domain's own page as in its row, and by its form without script", async () => {
    const { page, wrong } = await openAs();
    const own = `${origin}/domains/bad.lab`;
    await page.goto(own);
    const [tags, note] = [page.getByLabel('Tags, separated by commas'), page.getByLabel('Note')];
    await tags.fill('eu, eu own');
    await note.fill(' seen on Monday ');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    assert.deepEqual([await tags.inputValue(), await note.inputValue()], ['eu, own', 'seen on Monday']);
    await page.reload();
    assert.deepEqual([await tags.inputValue(), await note.inputValue()], ['eu, own', 'seen on Monday']);
    assert.deepEqual(wrong, [], 'what is saved is not asked for');
    await tags.fill('x'.repeat(41));
    await note.fill('half a thought');
    await page.keyboard.press('Enter');
    await page.locator('.refusal').waitFor();
    assert.deepEqual([await tags.inputValue(), await note.inputValue()], ['x'.repeat(41), 'half a thought']);
    await tags.fill('eu own');
    await page.keyboard.press('Enter');
    await page.getByText('Saved', { exact: true }).waitFor();
    assert.equal(await page.locator('.refusal').count(), 0);
    await page.getByRole('button', { name: 'Remove from the list' }).click();
    await page.waitForURL('**/domains');
    assert.equal(await page.locator('[id="bad.lab"]').count(), 0);
    await page.close();
    await completedAudit(holder, 'bad.lab');
    const plain = await openAs(false);
    await plain.page.goto(own);
    await plain.page.getByLabel('Note').fill('by form');
    await plain.page.getByRole('button', { name: 'Save' }).click();
    await plain.page.waitForURL(own);
    assert.equal(await plain.page.getByLabel('Note').inputValue(), 'by form');
    await plain.page.close();
  });

  test('selected domains are tagged together, keeping their tags, and none if one would exceed the maximum', async () => {
    const { page, wrong } = await openAs(false);
    const kept = await holder.send('PUT', '/api/domains/good.lab/tags', { tags: ['z', 'own'] });
    assert.equal(kept.statusCode, 200);
    await holder.send('PUT', '/api/domains/bad.lab/tags', { tags: [] });
    const tagAs = async (tags: string): Promise<void> => {
      await page.goto(`${origin}/domains?sort=name`);
      for (const name of ['bad.lab', 'good.lab']) await page.getByLabel(`Select ${name}`).check();
      await page.getByLabel('Tags to add to the selected').fill(tags);
      const shown = page.waitForEvent('load');
      await page.keyboard.press('Enter');
      await shown;
    };
    const tags = async () => [(await wordsOf(page, 'bad.lab'))[1], (await wordsOf(page, 'good.lab'))[1]];
    await tagAs('own, vendor');
    assert.equal(new URL(page.url()).search, '?sort=name');
    assert.deepEqual(await tags(), ['own vendor', 'z own vendor']);
    assert.deepEqual(wrong, []);
    const refusals: readonly (readonly [string, RegExp])[] = [
      ['a b c d e f g h', /would have \d+ tags, and may have \d+: none was tagged/u],
      ['t'.repeat(41), /at most 40 characters each/u],
      ['', /Select domains and type a tag/u],
    ];
    for (const [refused, why] of refusals) {
      await tagAs(refused);
      await page.getByText(why).first().waitFor();
      assert.equal(await page.getByLabel('Tags to add to the selected').inputValue(), refused);
      assert.ok(await page.getByLabel('Select bad.lab').isChecked());
    }
    await page.goto(`${origin}/domains?sort=name`);
    assert.deepEqual(await tags(), ['own vendor', 'z own vendor']);
    await page.close();
  });

  test('by keyboard alone: from the list to a history, a comparison and the start of a list', async () => {
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
    await page.close();
  });
});
