import { browserMissing, openBrowser } from '@perimeter/report/testing/browser';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser as Chromium, Page } from 'playwright-core';
import type { Engine } from '../../process/parts.ts';
import { lookAt, usedDashboard, watched } from '../../testing/dashboard-pages.ts';
import { goldenEngine } from '../../testing/golden-engine.ts';
import { serviceForTests } from '../../testing/service.ts';

const password = 'four words of a newcomer';

describe('the dashboard in a browser', { skip: browserMissing }, () => {
  let chromium: Chromium;
  before(async () => {
    chromium = await openBrowser();
  });
  after(async () => chromium.close());

  test('on every page axe finds nothing, nothing is too wide, said or asked of others', async () => {
    const service = await serviceForTests(goldenEngine(1));
    const used = { service, ...(await usedDashboard(service)) };
    const wide = { viewport: { width: 1280, height: 800 }, colorScheme: 'light' as const };
    const narrow = { viewport: { width: 320, height: 700 }, colorScheme: 'dark' as const };
    assert.deepEqual(await lookAt(chromium, used, wide, true), []);
    assert.deepEqual(await lookAt(chromium, used, narrow, false), []);
  });

  const newPage = async (origin: string, javaScriptEnabled = true): Promise<{ page: Page; wrong: string[] }> => {
    const context = await chromium.newContext({ javaScriptEnabled, viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    return { page, wrong: watched(page, origin) };
  };

  test('a newcomer sets the service up, audits a domain, makes a key and rotates it, by keyboard', async () => {
    const golden = goldenEngine(20);
    const seen = Promise.withResolvers<void>();
    const runAudit: Engine['runAudit'] = async (request, options) => {
      await seen.promise;
      return golden.runAudit(request, options);
    };
    const service = await serviceForTests({ ...golden, runAudit });
    const origin = String(service.url);
    const { page, wrong } = await newPage(origin);
    await page.goto(`${origin}/setup#token=${service.setupToken}`);
    await page.getByLabel('E-mail address').fill('new@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByText('Your account is ready').waitFor();
    await page.getByLabel('Domain', { exact: true }).fill('bad.lab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Phases' }).waitFor();
    assert.match(await page.title(), /^\d+ % · bad\.lab$/);
    seen.resolve();
    await page.getByRole('heading', { name: 'Score', exact: true }).waitFor();
    await page.waitForLoadState('load');
    await page.keyboard.press('j');
    await page.keyboard.press('o');
    assert.equal(await page.locator('.finding[open]').count(), 1);
    await page.goto(`${origin}/settings/keys`);
    await page.getByRole('button', { name: 'New key' }).press('Enter');
    await page.getByLabel('Name').fill('ci');
    await page.keyboard.press('Enter');
    await page.getByText('Copy the key now').waitFor();
    const key = String(await page.locator('.secret code').textContent());
    assert.equal((await fetch(`${origin}/api/usage`, { headers: { authorization: `Bearer ${key}` } })).status, 200);
    await page.getByRole('button', { name: 'Rotate ci' }).press('Enter');
    await page.getByText('Rotating ci').waitFor();
    assert.deepEqual(wrong, []);
    await page.context().close();
  });

  test('without script an audit is started, followed to its report and filtered', async () => {
    const service = await serviceForTests(goldenEngine(1));
    const origin = String(service.url);
    const { page, wrong } = await newPage(origin, false);
    await page.goto(origin);
    await page.getByLabel('Domain', { exact: true }).fill('bad.lab');
    await page.getByRole('button', { name: 'Start the audit' }).click();
    await page.getByRole('heading', { name: 'Issues', exact: true }).waitFor();
    await page.getByRole('checkbox', { name: /Medium/ }).check({ force: true });
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText(/\d+ of \d+ issues shown/).waitFor();
    assert.equal(await page.locator('.finding.low').count(), 0);
    assert.deepEqual(wrong, []);
    await page.context().close();
  });

  test('an audit whose stream is cut is followed by polls, and shows its report in the end', async () => {
    const service = await serviceForTests(goldenEngine(300));
    const origin = String(service.url);
    const { page } = await newPage(origin);
    await page.route('**/events', async (route) => route.abort());
    await page.goto(`${origin}/?domain=bad.lab`);
    await page.getByRole('button', { name: 'Start the audit' }).click();
    await page.getByRole('heading', { name: 'Issues', exact: true }).or(page.getByText('show it')).first().waitFor();
    await page.context().close();
  });
});
