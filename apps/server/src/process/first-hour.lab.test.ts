import { browserMissing, openBrowser } from '@perimeter/report/testing/browser';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProcess } from '../testing/child.ts';
import { temporaryDirectory } from '../testing/temporary.ts';

const skip = process.env['PERIMETER_LAB'] === '1' ? browserMissing : 'PERIMETER_LAB is not 1: run it inside the lab';
const main = path.join(import.meta.dirname, '../main.ts');
const names = ['PERIMETER_RESOLVERS', 'PERIMETER_ALLOW_NETWORKS', 'PERIMETER_TRUST_ANCHORS', 'NODE_EXTRA_CA_CERTS'];
const labSettings = Object.fromEntries(names.map((name) => [name, process.env[name] ?? '']));

/** The address that the service prints at its first start. */
async function printedAddress(printed: () => string): Promise<string> {
  for (;;) {
    const address = /http:\S+\/setup#token=\S+/.exec(printed())?.[0];
    if (address !== undefined) return address;
    await sleep(20);
  }
}

test(
  'a new user gets from the printed address to a report, a key, a PDF and a CI recipe',
  { skip },
  async (context) => {
    const service = await startProcess({ ...labSettings, PERIMETER_DATA_DIR: await temporaryDirectory() }, main);
    context.after(async () => service.end('SIGTERM'));
    const chromium = await openBrowser();
    context.after(async () => chromium.close());
    const page = await (await chromium.newContext({ acceptDownloads: true })).newPage();
    // An audit is slow on a busy machine; the test only requires that it completes.
    page.setDefaultTimeout(240_000);
    const startMs = performance.now();
    const told = (what: string): void =>
      context.diagnostic(`${what} after ${((performance.now() - startMs) / 1_000).toFixed(1)} s`);

    await page.goto(await printedAddress(service.printed));
    await page.getByLabel('E-mail address').fill('new@example.com');
    await page.getByLabel('Password', { exact: true }).fill('four words of a newcomer');
    await page.getByRole('button', { name: 'Create the first account' }).click();
    // A site without TLS takes least; main.lab.test.ts audits one with all that there is.
    await page.getByLabel('Domain', { exact: true }).fill('http://plain.lab/');
    await page.getByRole('button', { name: 'Start the audit' }).click();
    const ready = page.getByRole('link', { name: /The report is ready/ });
    const score = page.getByRole('heading', { name: 'Score', exact: true });
    await ready.or(score).first().waitFor();
    if (await ready.isVisible()) await ready.click();
    await score.waitFor();
    told('first report');

    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'PDF', exact: true }).click();
    const pdf = await (await downloading).path();
    assert.equal(readFileSync(pdf).subarray(0, 5).toString(), '%PDF-');
    told('PDF');

    await page.getByRole('link', { name: 'new@example.com' }).click();
    await page.getByRole('link', { name: 'API keys' }).first().click();
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('pipeline');
    await page.getByRole('button', { name: 'Create the key' }).click();
    const key = String(await page.locator('.secret code').textContent());
    told('key');
    await page.getByText('GitHub Actions', { exact: true }).click();
    const recipe = String(await page.getByRole('group', { name: 'GitHub Actions' }).locator('code').textContent());
    // CI pipelines run on other machines: a recipe must not contain a loopback address.
    assert.ok(recipe.includes('api=https://address-of-your-perimeter.example/api'), recipe);
    assert.ok(!recipe.includes(service.url), recipe);
    assert.ok(!recipe.includes(key), 'the key itself is in the file of a pipeline');
    const usage = await fetch(`${service.url}/api/usage`, { headers: { authorization: `Bearer ${key}` } });
    assert.equal(usage.status, 200);
  },
);
