import { auditStarted } from '@perimeter/contract/audit';
import { appearances, axeViolations, browserMissing, openBrowser, overflow } from '@perimeter/report/testing/browser';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { firstAccount } from '../../testing/people.ts';
import { serviceForTests } from '../../testing/service.ts';

const origin = 'https://verify.test';

async function files() {
  const service = await serviceForTests(deterministicEngine(1));
  const holder = await firstAccount(service);
  const { id } = auditStarted.parse((await holder.send('POST', '/api/audit/start', { domain: 'paper.net' })).json());
  for (let status = ''; status !== 'completed';) {
    const answer = await holder.send('GET', `/api/audit/${id}`, undefined, { prefer: 'wait=5' });
    ({ status } = z.object({ status: z.string() }).parse(answer.json()));
  }
  const authentic = (await holder.send('GET', `/api/audit/${id}/report/pdf`)).rawPayload;
  const altered = Buffer.from(authentic);
  const middle = Math.floor(altered.length / 2);
  altered[middle] = (altered[middle] ?? 0) ^ 1;
  return {
    service,
    files: { Authentic: authentic, Altered: altered, 'Not a report': Buffer.from('%PDF-1.7\nnothing\n%%EOF\n') },
  };
}

test('the page shows each verdict, fits its window, and has no axe violations', { skip: browserMissing }, async () => {
  const { service, files: named } = await files();
  const browser = await openBrowser();
  try {
    for (const appearance of appearances) {
      const context = await browser.newContext(appearance);
      const page = await context.newPage();
      const said: string[] = [];
      page.on('console', (message) => said.push(message.text()));
      await page.route('**/*', async (route) => {
        const request = route.request();
        const answer = await service.http.inject({
          method: request.method() === 'POST' ? 'POST' : 'GET',
          url: new URL(request.url()).pathname,
          headers: { 'content-type': request.headers()['content-type'] ?? '' },
          ...(request.postDataBuffer() === null ? {} : { payload: request.postDataBuffer() ?? '' }),
        });
        const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
        await route.fulfill({
          status: answer.statusCode,
          headers: Object.fromEntries(headers),
          body: answer.rawPayload,
        });
      });
      await page.goto(`${origin}/verify`);
      assert.deepEqual(await axeViolations(page), []);
      for (const [verdict, buffer] of Object.entries(named)) {
        await page.setInputFiles('#file', { name: 'report.pdf', mimeType: 'application/pdf', buffer });
        await page.getByRole('heading', { name: new RegExp(`^${verdict}`) }).waitFor();
        const where = `${verdict} at ${appearance.viewport?.width} px, ${appearance.colorScheme}`;
        assert.deepEqual(await axeViolations(page), [], where);
        assert.equal(await overflow(page), 0, where);
      }
      assert.deepEqual(said, []);
      await context.close();
    }
  } finally {
    await browser.close();
  }
});

test(
  'a file can be dropped anywhere on the page and selected twice, and one that is too large is not sent',
  { skip: browserMissing },
  async () => {
    const service = await serviceForTests(deterministicEngine(1));
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      const sent: number[] = [];
      await page.route('**/*', async (route) => {
        if (route.request().method() !== 'POST') {
          const { headers, rawPayload } = await service.http.inject(new URL(route.request().url()).pathname);
          return route.fulfill({ contentType: String(headers['content-type']), body: rawPayload });
        }
        sent.push(route.request().postDataBuffer()?.length ?? 0);
        return route.fulfill({ json: { verdict: 'unknown', checks: [], report: null } });
      });
      await page.goto(`${origin}/verify`);
      const unknown = page.getByRole('heading', { name: /^Not a report/ });
      await page.evaluate(`{
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['beside'], 'report.pdf'));
        const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
        document.querySelector('h1').dispatchEvent(drop);
      }`);
      await unknown.waitFor();
      assert.deepEqual(sent, [6]);
      await page.setInputFiles('#file', { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(7) });
      assert.equal(await page.evaluate("document.getElementById('file').files.length"), 0, 'so that it can come again');
      const buffer = Buffer.alloc(17 * 1024 * 1024);
      await page.setInputFiles('#file', { name: 'large.pdf', mimeType: 'application/pdf', buffer });
      await page.getByText('too large for a report').waitFor();
      assert.deepEqual(sent, [6, 7]);
    } finally {
      await browser.close();
    }
  },
);
