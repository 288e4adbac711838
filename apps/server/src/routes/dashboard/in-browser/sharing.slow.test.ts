import { browserMissing, openBrowser } from '@perimeter/report/testing/browser';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser as Chromium, BrowserContext, Page } from 'playwright-core';
import { cookieOf } from '../../../testing/browser/cookie.ts';
import { press, tabTo } from '../../../testing/browser/keyboard.ts';
import { reportPolicy, watched } from '../../../testing/browser/watch.ts';
import { completedAudit } from '../../../testing/completed-audit.ts';
import { goldenEngine, goldenReport } from '../../../testing/golden-engine.ts';
import { firstAccount } from '../../../testing/people.ts';
import { serviceForTests } from '../../../testing/service.ts';

/** Far longer than any step takes, even on a busy machine. */
const limitMs = 60_000;
const bad = goldenReport('bad.lab');

describe('sharing, accepting and answering on a report, by keyboard alone', { skip: browserMissing }, async () => {
  let chromium: Chromium;
  before(async () => {
    chromium = await openBrowser();
  });
  after(async () => chromium.close());
  const service = await serviceForTests(goldenEngine(0));
  const origin = String(service.url);
  const holder = await firstAccount(service);
  const id = await completedAudit(holder, 'bad.lab');

  let ofHolder: BrowserContext | undefined;
  const newContext = async (isHolder: boolean, javaScriptEnabled: boolean): Promise<BrowserContext> => {
    const context = await chromium.newContext({ javaScriptEnabled, viewport: { width: 1280, height: 800 } });
    context.setDefaultTimeout(limitMs);
    if (isHolder) await context.addCookies([cookieOf(holder, origin)]);
    await reportPolicy(context);
    return context;
  };
  const newPage = async (isHolder: boolean, javaScriptEnabled = true): Promise<{ page: Page; wrong: string[] }> => {
    const context = isHolder ? (ofHolder ??= await newContext(true, true)) : await newContext(false, javaScriptEnabled);
    const page = await context.newPage();
    return { page, wrong: watched(page, origin) };
  };
  /** Tabs back to a button, which comes before the list of fixes, and presses it. */
  const back = async (page: Page, name: string): Promise<void> => {
    const button = page.getByRole('button', { name, exact: true });
    for (let stop = 0; stop < 5; stop += 1) {
      await page.keyboard.press('Shift+Tab');
      if ((await button.and(page.locator(':focus')).count()) > 0) break;
    }
    await page.keyboard.press('Enter');
  };
  const status = (page: Page) => page.locator('#plan [role=status]');

  test("leaving a fix out updates the line and the projected score; with all fixes it equals the report's plan", async () => {
    const { page, wrong } = await newPage(false);
    await page.goto(`${origin}/audits/${id}`);
    const line = page.locator('.plan-chart.wide .line');
    const planned = await line.getAttribute('points');
    await tabTo(page, page.locator('#plan .step input').first());
    await page.keyboard.press('Space');
    await page.getByText(/^With \d+ of \d+ fixes: score \d+, grade/).waitFor();
    assert.notEqual(await line.getAttribute('points'), planned);
    await back(page, 'All fixes');
    const last = bad.outlook.steps.at(-1);
    await page.getByText(`With all fixes: score ${last?.total}, grade ${last?.grade}`).waitFor();
    assert.equal(await line.getAttribute('points'), planned);
    await press(page, 'button', 'No fixes');
    await page.getByText(`Without fixes: score ${bad.score.total}, grade ${bad.score.grade}`).waitFor();
    assert.equal(await status(page).count(), 1);
    assert.deepEqual(wrong, []);
    await page.close();
  });

  test('a risk is accepted, changed and ended', async () => {
    const { page, wrong } = await newPage(true);
    await page.goto(`${origin}/audits/${id}#f-tls-1-0`);
    await tabTo(page, page.locator('#f-tls-1-0 [data-accept]'));
    await page.keyboard.press('Enter');
    await page.keyboard.type('Old tills until spring');
    await press(page, 'button', 'Save');
    await page.locator('#accepted').getByText('Old tills until spring').waitFor();
    await tabTo(page, page.getByRole('button', { name: /^Change the waiver of/ }));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Old tills until summer');
    await press(page, 'button', 'Save');
    await page.locator('#accepted').getByText('Old tills until summer').waitFor();
    await tabTo(page, page.getByRole('button', { name: /^End the waiver of/ }));
    await page.keyboard.press('Enter');
    await page.locator('#accepted').waitFor({ state: 'detached' });
    assert.deepEqual(wrong, []);
    await page.close();
  });

  test('mistakes in an acceptance are shown at their field, and the input is kept', async () => {
    const { page, wrong } = await newPage(true);
    await page.goto(`${origin}/audits/${id}#f-cert-expired`);
    await page.locator('#f-cert-expired [data-accept]').first().click();
    const [reason, owner, expires] = ['Reason', 'Owner', 'Counts again from'].map((name) =>
      page.getByLabel(name, { exact: true }),
    );
    assert.ok(reason && owner && expires);
    const saved = async (): Promise<void> => page.getByRole('button', { name: 'Save' }).click();
    const at = async (name: string): Promise<string | null> => page.locator(`#accept-${name}-wrong`).textContent();
    const isFocused = async (field: typeof reason): Promise<boolean> =>
      (await field.and(page.locator(':focus')).count()) > 0;
    await owner.fill('till team');
    await expires.fill('2199-01-01');
    await saved();
    for (const name of ['reason', 'expires'])
      assert.notEqual(await at(name), '', `the browser said nothing at ${name}`);
    assert.equal(await at('owner'), '');
    assert.deepEqual([await reason.getAttribute('aria-invalid'), await isFocused(reason)], ['true', true]);
    assert.deepEqual([await owner.inputValue(), await expires.inputValue()], ['till team', '2199-01-01']);

    // The browser accepts spaces as a reason and the service does not; their clocks may also disagree about the date.
    await page.evaluate("document.getElementById('accept-expires').removeAttribute('max')");
    await reason.fill('    ');
    await saved();
    await page.getByText('Use at least 3 characters').waitFor();
    assert.equal(await isFocused(reason), true);
    await reason.fill('Typed once');
    await saved();
    await page.getByText('Must be at most 365 days ahead').waitFor();
    assert.deepEqual([await at('reason'), await at('expires')], ['', 'Must be at most 365 days ahead']);
    assert.deepEqual([await expires.getAttribute('aria-invalid'), await isFocused(expires)], ['true', true]);
    assert.deepEqual(
      [await reason.inputValue(), await owner.inputValue(), await expires.inputValue()],
      ['Typed once', 'till team', '2199-01-01'],
    );
    assert.equal(await page.locator('#accept [role=alert]').textContent(), '');
    // The console contains nothing but the browser's lines about 400 answers.
    assert.deepEqual(
      wrong.filter((line) => !line.includes('400')),
      [],
    );
    await page.close();
  });

  test('a link opens the report without an account or script, and shows nothing once deleted', async () => {
    const { page, wrong } = await newPage(true);
    await page.goto(`${origin}/audits/${id}`);
    await press(page, 'button', 'Share');
    await press(page, 'button', 'Make a link');
    await page.getByText(/^Link made, it expires in 30 days/).waitFor();
    const url = String(await page.locator('.share-made code').textContent());
    const { page: board } = await newPage(false, false);
    await board.goto(url);
    assert.equal(await board.getByRole('heading', { level: 1 }).textContent(), 'bad.lab');
    assert.equal(await board.locator('.what-if, [data-accept]').count(), 0);
    await board.getByRole('searchbox').fill('expired');
    await board.keyboard.press('Enter');
    await board.getByText(/\d+ of \d+ issues shown/).waitFor();
    await press(page, 'button', /^End the link/);
    await page.getByText('Link ended').waitFor();
    assert.equal((await board.goto(url))?.status(), 404);
    assert.deepEqual(wrong, []);
    await board.context().close();
    await page.close();
  });
});
