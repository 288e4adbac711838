import { browserMissing, openBrowser } from '@perimeter/report/testing/browser';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser as Chromium } from 'playwright-core';
import { reportPolicy, watched } from '../../../testing/browser/watch.ts';
import { goldenEngine } from '../../../testing/golden-engine.ts';
import { serviceForTests } from '../../../testing/service.ts';

/** Far longer than any step takes, even on a busy machine. */
const limitMs = 180_000;
const published = new Map<string, string>();
const engine = {
  ...goldenEngine(0),
  findProof: async ({ name }: { name: string }, token: string) =>
    published.get(name) === token ? ('dns' as const) : null,
};

const service = await serviceForTests(engine, { PERIMETER_OPERATOR_CONTACT: 'mailto:abuse@operator.net' });
const origin = String(service.url);

describe('opting out in a browser', { skip: browserMissing }, () => {
  let chromium: Chromium;
  before(async () => {
    chromium = await openBrowser();
  });
  after(async () => chromium.close());

  const rows = [
    { target: 'Owner.NET', name: 'owner.net', withScript: true },
    { target: '203.0.113.77/24', name: '203.0.113.0/24', withScript: false },
  ];
  for (const { target, name, withScript } of rows) {
    test(`${target}: the record to publish, not found yet, then refused at once, ${withScript ? 'with' : 'without'} script`, async () => {
      const context = await chromium.newContext({
        javaScriptEnabled: withScript,
        viewport: { width: 360, height: 800 },
      });
      context.setDefaultTimeout(limitMs);
      await reportPolicy(context);
      const page = await context.newPage();
      const wrong = watched(page, origin);
      await page.goto(`${origin}/opt-out`);
      assert.match(await page.locator('main').innerText(), /abuse@operator\.net/);
      await page.getByLabel('Domain, address or network').fill('no domain at all');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      await page.getByLabel('Domain, address or network').fill(target);
      await page.getByRole('button', { name: 'Show what to publish' }).click();
      const record = await page.getByRole('group', { name: 'TXT record' }).innerText();
      const [, token = ''] = /TXT "(perimeter-opt-out=[\w-]{32})"/.exec(record) ?? [];
      assert.notEqual(token, '');
      await page.getByRole('button', { name: 'Check and opt out' }).click();
      await page.getByText('Not found yet').waitFor();
      published.set(name, token);
      await page.getByRole('button', { name: 'Check and opt out' }).click();
      await page.getByText(`${name} is opted out`).waitFor();
      if (name === 'owner.net') {
        await page.goto(`${origin}/?domain=www.owner.net`);
        await page.getByRole('button', { name: 'Start the audit' }).click();
        await page
          .getByText(/opted out/)
          .first()
          .waitFor();
      }
      // 422 answers to mistyped input, which the browser logs on its console.
      assert.deepEqual(
        wrong.filter((line) => !line.includes('422')),
        [],
      );
      await context.close();
    });
  }
});
