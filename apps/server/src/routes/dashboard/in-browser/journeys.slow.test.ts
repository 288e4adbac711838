import { browserMissing, openBrowser } from '@perimeter/report/testing/browser';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser as Chromium, Page } from 'playwright-core';
import { press, tabTo, typeInto } from '../../../testing/browser/keyboard.ts';
import { reportPolicy, watched } from '../../../testing/browser/watch.ts';
import { goldenEngine, goldenReport } from '../../../testing/golden-engine.ts';
import { startRelay } from '../../../testing/relay.ts';
import { serviceForTests } from '../../../testing/service.ts';

const password = 'four words of a newcomer';
/** The phases of an audit of cut.net end when the test wants it. */
const gates = Array.from({ length: 40 }, () => Promise.withResolvers<void>());
const bad = goldenReport('bad.lab');
const engine = goldenEngine(async (domain, phase) => (domain === 'cut.net' ? gates[phase]?.promise : sleep(20)), {
  get: (domain) => (domain.endsWith('.net') ? { ...bad, domain } : undefined),
});

/** Far longer than any step takes, even on a busy machine. */
const limitMs = 180_000;

describe('journeys in a browser', { skip: browserMissing }, async () => {
  let chromium: Chromium;
  before(async () => {
    chromium = await openBrowser();
  });
  after(async () => chromium.close());
  const service = await serviceForTests(engine);
  const origin = String(service.url);

  const newPage = async (origin: string, javaScriptEnabled = true): Promise<{ page: Page; wrong: string[] }> => {
    const context = await chromium.newContext({ javaScriptEnabled, viewport: { width: 1280, height: 800 } });
    context.setDefaultTimeout(limitMs);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await reportPolicy(context);
    const page = await context.newPage();
    return { page, wrong: watched(page, origin) };
  };
  const copied = async (page: Page): Promise<string> => String(await page.evaluate('navigator.clipboard.readText()'));

  test('by keyboard alone: the first account, an audit, its report, a PDF, a key, a recipe, a rotation', async () => {
    const { page, wrong } = await newPage(origin);
    await page.goto(`${origin}/setup#token=${service.setupToken}`);
    await typeInto(page, 'E-mail address', 'new@example.com');
    await typeInto(page, 'Password', password);
    await page.keyboard.press('Enter');
    await page.getByText('Your account is ready').waitFor();
    await typeInto(page, 'Domain', 'bad.lab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Score', exact: true }).waitFor();
    const download = page.waitForEvent('download');
    await press(page, 'link', 'PDF');
    assert.match((await download).suggestedFilename(), /bad\.lab.*\.pdf$/);
    assert.equal(await (await download).failure(), null);
    await page.goto(`${origin}/settings/keys`);
    await press(page, 'button', 'New key');
    await typeInto(page, 'Name', 'ci');
    await page.keyboard.press('Enter');
    await page.getByText('Copy the key now').waitFor();
    await press(page, 'button', /^Copy the key$/);
    const key = await copied(page);
    assert.equal((await fetch(`${origin}/api/usage`, { headers: { authorization: `Bearer ${key}` } })).status, 200);
    await press(page, 'button', /^Copy (?!the key)/);
    assert.match(await copied(page), new RegExp(`${key}.*${origin}/api/`, 's'));
    await press(page, 'button', 'Rotate ci');
    await page.getByText('Rotating ci').waitFor();
    assert.deepEqual(wrong, []);
    await page.context().close();
  });

  test('by keyboard alone: past the navigation bar, to the filter, to an issue and to a link that opens it', async () => {
    const { page, wrong } = await newPage(origin);
    await page.goto(origin);
    await page.keyboard.press('Tab');
    assert.equal(await page.locator(':focus').textContent(), 'Skip to the content');
    await typeInto(page, 'Domain', 'keyboard.net');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Score', exact: true }).waitFor();
    await page.waitForLoadState('load');
    await page.keyboard.press('f');
    await page.keyboard.type('expired');
    await page.getByText(/^\d+ of \d+ issues shown/).waitFor();
    assert.ok(await page.locator('#f-vuln-logjam').isHidden());
    await tabTo(page, page.locator('#f-cert-expired > summary'));
    await page.keyboard.press('Enter');
    await page.locator('#f-cert-expired[open]').waitFor();
    await page.keyboard.press('c');
    await page.getByText('Link copied').waitFor();
    await page.goto(await copied(page));
    assert.equal(await page.locator('.finding[open]').getAttribute('id'), 'f-cert-expired');
    assert.deepEqual(wrong, []);
    await page.context().close();
  });

  test('without script an audit is started, followed to its report and filtered', async () => {
    const { page, wrong } = await newPage(origin, false);
    await page.goto(origin);
    await page.getByLabel('Domain', { exact: true }).fill('plain.net');
    await page.getByRole('button', { name: 'Start the audit' }).click();
    await page.locator('#h-findings').waitFor();
    await page.getByRole('checkbox', { name: /Medium/ }).check({ force: true });
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText(/\d+ of \d+ issues shown/).waitFor();
    assert.equal(await page.locator('.finding.low').count(), 0);
    assert.deepEqual(wrong, []);
    await page.context().close();
  });

  test('an audit whose event stream is cut is followed by polls to its report, and not started again', async (context) => {
    const relay = await startRelay({ port: Number(new URL(String(service.url)).port) });
    context.after(async () => relay.close());
    const relayed = `http://localhost:${relay.port}`;
    const { page } = await newPage(relayed);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const stream = page.waitForRequest(/\/events$/).catch(async (error: unknown) => {
      const shown = await page.locator('body').innerText();
      throw new Error(`${page.url()} asked for ${asked.join(' ')} and shows ${shown}`, { cause: error });
    });
    await page.goto(`${relayed}/?domain=cut.net`);
    await page.getByRole('button', { name: 'Start the audit' }).click();
    await stream;
    await page.locator('.rail .now').first().waitFor();
    relay.cutOpen();
    gates[0]?.resolve();
    await page.locator('.rail .done').first().waitFor();
    for (const gate of gates) gate.resolve();
    await page.locator('#h-findings').or(page.getByText('show it')).first().waitFor();
    assert.equal(asked.filter((path) => path.endsWith('/events')).length, 1);
    await page.context().close();
  });

  test('a page that an overloaded service refuses is reloaded automatically', async () => {
    const flood = async (): Promise<string[]> => {
      const asked = { url: '/opt-out', headers: { accept: 'text/html' } };
      const answers = await Promise.all(Array.from({ length: 100 }, async () => service.http.inject(asked)));
      return answers.flatMap(({ statusCode, body }) => (statusCode === 503 ? [body] : []));
    };
    // The service renders its error page soon after the start.
    let body: string | undefined;
    while (body === undefined) {
      await sleep(250);
      body = (await flood()).find((one) => one.includes('<retry-after'));
    }
    const { page } = await newPage(origin);
    await page.route(
      `${origin}/opt-out`,
      async (route) => route.fulfill({ status: 503, contentType: 'text/html; charset=utf-8', body: body ?? '' }),
      { times: 1 },
    );
    await page.goto(`${origin}/opt-out`);
    await page.getByRole('heading', { level: 1, name: 'What we send, and how to opt out' }).waitFor();
    await page.context().close();
  });
});
