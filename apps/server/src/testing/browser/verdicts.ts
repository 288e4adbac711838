import { axeViolations, overflow } from '@perimeter/report/testing/browser';
import assert from 'node:assert/strict';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { firstAccount } from '../people.ts';
import { completedAudit } from '../completed-audit.ts';
import { deterministicEngine } from '../deterministic-engine.ts';
import { serviceForTests } from '../service.ts';

/** Where the page seems to be. */
export const verifyOrigin = 'https://verify.test';

/** A service, and a file for each verdict. */
export async function filesToVerify() {
  const service = await serviceForTests(deterministicEngine(1));
  const holder = await firstAccount(service);
  const id = await completedAudit(holder, 'paper.net');
  const authentic = (await holder.send('GET', `/api/audit/${id}/report/pdf`)).rawPayload;
  const altered = Buffer.from(authentic);
  const middle = Math.floor(altered.length / 2);
  altered[middle] = (altered[middle] ?? 0) ^ 1;
  return {
    service,
    files: { Authentic: authentic, Altered: altered, 'Not a report': Buffer.from('%PDF-1.7\nnothing\n%%EOF\n') },
  };
}

/** Shows each verdict in each appearance. */
export async function showVerdicts(
  browser: Browser,
  { service, files }: Awaited<ReturnType<typeof filesToVerify>>,
  appearances: readonly BrowserContextOptions[],
): Promise<void> {
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
    await page.goto(`${verifyOrigin}/verify`);
    assert.deepEqual(await axeViolations(page), []);
    for (const [verdict, buffer] of Object.entries(files)) {
      await page.setInputFiles('#file', { name: 'report.pdf', mimeType: 'application/pdf', buffer });
      await page.getByRole('heading', { name: new RegExp(`^${verdict}`) }).waitFor();
      const where = `${verdict} at ${appearance.viewport?.width} px, ${appearance.colorScheme}`;
      assert.deepEqual(await axeViolations(page), [], where);
      assert.equal(await overflow(page), 0, where);
    }
    assert.deepEqual(said, []);
    await context.close();
  }
}
