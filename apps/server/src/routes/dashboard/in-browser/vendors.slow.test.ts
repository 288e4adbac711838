import { browserMissing, openBrowser } from '@perimeter/report/testing/browser';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser as Chromium } from 'playwright-core';
import { cookieOf } from '../../../testing/browser/cookie.ts';
import { watched } from '../../../testing/browser/watch.ts';
import { completedAudit } from '../../../testing/completed-audit.ts';
import { goldenEngine, goldenReport } from '../../../testing/golden-engine.ts';
import { firstAccount } from '../../../testing/people.ts';
import { serviceForTests } from '../../../testing/service.ts';

/** Far longer than any step takes, even on a busy machine. */
const limitMs = 60_000;

const [bad, good] = [goldenReport('bad.lab'), goldenReport('good.lab')];
const seen = new Set<string>();
/** Every third vendor has the bad report; a second audit lacks the last four findings. */
function reportOf(domain: string): typeof bad {
  const report = { ...(/[0369]\.net$/u.test(domain) ? bad : good), domain };
  const findings = seen.has(domain) ? report.findings.slice(0, -4) : report.findings;
  seen.add(domain);
  return { ...report, findings };
}

const vendors = Array.from({ length: 29 }, (_none, n) => `vendor-${n}.net`);
const table = [
  'Lieferanten 2026;;',
  'Firma;Domäne;Bemerkung',
  ...vendors.map((domain, n) => `"Müller ${n}, GmbH";${domain};geprüft`),
  'Grün;grün.net;',
  'Doppelt;VENDOR-1.net;',
  'Falsch;kein Name;',
].join('\r\n');

describe('the vendors of an account', { skip: browserMissing }, async () => {
  let chromium: Chromium;
  before(async () => {
    chromium = await openBrowser();
  });
  after(async () => chromium.close());
  const service = await serviceForTests(goldenEngine(0, { get: reportOf }), { PERIMETER_SHARE_SECONDS: '0' });
  const origin = String(service.url);
  const holder = await firstAccount(service);

  test('vendors are uploaded from a spreadsheet, audited, reviewed, tagged, downloaded and compared', async () => {
    const context = await chromium.newContext({ viewport: { width: 1280, height: 900 } });
    context.setDefaultTimeout(limitMs);
    await context.addCookies([cookieOf(holder, origin)]);
    const page = await context.newPage();
    const wrong = watched(page, origin);
    const names = async (): Promise<string[]> => page.locator('tbody th > a').allTextContents();
    const give = async (name: string, buffer: Buffer): Promise<string | null> => {
      await page.goto(`${origin}/domains/upload`);
      await page.getByLabel('CSV or text file').setInputFiles({ name, mimeType: 'text/csv', buffer });
      await page.getByRole('button', { name: 'Check the list' }).click();
      await page.getByRole('heading', { name: 'What was understood' }).waitFor();
      return page.locator('#start').textContent();
    };

    // As Excel saves it: in UTF-8 with a byte order mark, and in the Windows code page.
    for (const buffer of [Buffer.from(`\ufeff${table}`), Buffer.from(table, 'latin1')]) {
      assert.equal(await give('vendors.csv', buffer), '30 domains to audit');
      await page.getByText('1 listed twice, 1 refused').waitFor();
      assert.match(await page.locator('tbody').last().innerText(), /grün\.net \(xn--grn-ioa\.net\)/u);
    }
    await page.getByRole('button', { name: 'Start 30 audits' }).click();
    await page.waitForURL('**batch=**');
    await page.goto(`${origin}/`);
    await page.goto(`${origin}/domains/upload`);
    await page.locator('section[aria-labelledby=earlier] a').first().click();
    await page.getByText('30 audits have ended').waitFor();
    const results = await context.request.get(
      `${origin}${(await page.getByText('Results as CSV').getAttribute('href')) ?? ''}`,
    );
    assert.equal((await results.text()).split('\r\n').length, 32);

    await page.goto(`${origin}/domains`);
    assert.match((await names())[0] ?? '', /[0369]\.net$/u, 'worst first');
    await page.goto(`${origin}/domains?q=grade:<C`);
    const poor = await names();
    assert.equal(poor.length, 11);
    // All reports were recorded on one day, so either all or none of their certificates have expired.
    await page.goto(`${origin}/domains?q=expires:<30d&sort=ends`);
    const ending = await holder.send('GET', '/api/domains?q=expires:%3C30d');
    assert.equal((await names()).length, ending.json<{ total: number }>().total);

    await page.goto(`${origin}/domains?q=grade:<C`);
    for (const name of poor.slice(0, 10)) await page.getByLabel(`Select ${name}`, { exact: true }).check();
    await page.getByLabel('Tags to add to the selected').fill('talk-to');
    await page.getByRole('button', { name: 'Tag the selected' }).click();
    await page.locator('a.tag').nth(9).waitFor();
    await page.locator('a.tag').first().click();
    await page.waitForURL('**tag=talk-to');
    assert.equal((await names()).length, 10);

    const file = await context.request.get(
      `${origin}${(await page.getByRole('link', { name: 'CSV' }).getAttribute('href')) ?? ''}`,
    );
    assert.match(await file.text(), /^\ufeff"domain","grade",/u);
    assert.equal(await give('perimeter-domains.csv', await file.body()), '0 domains to audit');
    await page.getByText('0 refused, 10 audited today').waitFor();
    assert.equal(await page.locator('#words').count(), 0, 'the file as it was written changes nothing');
    const edited = (await file.text()).replaceAll('"talk-to"', '"talk-to new"').replace('"geprüft"', '"ruft ""an"""');
    await give('edited.csv', Buffer.from(edited));
    await page.getByText('ruft "an"').waitFor();
    await page.getByRole('button', { name: 'Change 10 domains' }).click();
    await page.getByText('10 domains changed').waitFor();
    const kept = (await holder.send('GET', '/api/domains.csv?q=tag:new')).body;
    assert.deepEqual(
      [kept.split('\r\n').length, kept.split('geprüft').length],
      [12, 10],
      'nine notes stay, one is new',
    );
    assert.equal(await give('perimeter-domains.csv', await file.body()), '0 domains to audit');
    await page.getByLabel('Audit those of today again').check();
    assert.equal(await page.locator('#start').textContent(), '10 domains to audit');

    await page.goto(`${origin}/domains?tag=talk-to`);
    for (const name of poor.slice(0, 4)) await page.getByLabel(`Select ${name}`, { exact: true }).check();
    await page.getByRole('button', { name: 'Compare the selected' }).click();
    await page.getByRole('heading', { name: '4 domains compared' }).waitFor();

    const id = await completedAudit(holder, poor[0] ?? '');
    await page.goto(`${origin}/domains?sort=change`);
    assert.equal((await names()).length, 30);
    await page.goto(`${origin}/audits/${id}`);
    await page
      .getByText(/4 gone/u)
      .first()
      .waitFor();
    await page.goto(`${origin}/domains/${poor[0]}`);
    await page.getByText('✓ 4 gone').waitFor();
    assert.deepEqual(wrong, []);
    await context.close();
  });
});
