import assert from 'node:assert/strict';
import type { Browser as Chromium, BrowserContext, Page } from 'playwright-core';
import { completedAudit } from '../completed-audit.ts';
import { heldRenderer } from '../documents/held-renderer.ts';
import { goldenEngine } from '../golden-engine.ts';
import { firstAccount } from '../people.ts';
import { serviceForTests } from '../service.ts';
import { cookieOf } from './cookie.ts';
import { press } from './keyboard.ts';
import { reportPolicy, watched } from './watch.ts';

/** Far longer than any step takes, even on a busy machine. */
const limitMs = 180_000;

/** A service with a controlled renderer. */
export async function pdfService() {
  const renderer = heldRenderer();
  const service = await serviceForTests(goldenEngine(0), {}, { renderer });
  const contexts = new Map<boolean, BrowserContext>();
  return { renderer, origin: String(service.url), holder: await firstAccount(service), contexts };
}

type PdfService = Awaited<ReturnType<typeof pdfService>>;

/** A logged-in browser, with script or without. */
async function contextWith(chromium: Chromium, { contexts }: PdfService, script: boolean): Promise<BrowserContext> {
  const known = contexts.get(script);
  if (known !== undefined) return known;
  const context = await chromium.newContext({ javaScriptEnabled: script, viewport: { width: 1280, height: 800 } });
  contexts.set(script, context);
  context.setDefaultTimeout(limitMs);
  await reportPolicy(context);
  return context;
}

/** A new report open in a logged-in browser; with the page's faults and saved files. */
export async function openReport(chromium: Chromium, stage: PdfService, javaScriptEnabled: boolean) {
  const { origin, holder } = stage;
  const context = await contextWith(chromium, stage, javaScriptEnabled);
  await context.addCookies([cookieOf(holder, origin)]);
  const page = await context.newPage();
  const wrong = watched(page, origin);
  const saved: string[] = [];
  page.on('download', (download) => saved.push(download.suggestedFilename()));
  await page.goto(`${origin}/audits/${await completedAudit(holder, 'good.lab')}`);
  return { page, wrong, saved };
}

/** Waits for a page by its heading. */
export const heading = async (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

/** By keyboard: while the renderer is busy the link opens a waiting page, and then the file downloads by itself. */
export async function waitsWhileBusy(chromium: Chromium, stage: PdfService, javaScriptEnabled: boolean): Promise<void> {
  stage.renderer.hold();
  const { page, wrong } = await openReport(chromium, stage, javaScriptEnabled);
  await press(page, 'link', 'PDF');
  await heading(page, 'Your PDF is being generated');
  const download = page.waitForEvent('download');
  stage.renderer.release();
  assert.match((await download).suggestedFilename(), /^perimeter-good\.lab-[\d-]+\.pdf$/);
  assert.equal(await (await download).failure(), null);
  await heading(page, 'Your PDF is ready');
  const again = page.waitForEvent('download');
  await press(page, 'link', 'Download the PDF');
  assert.equal((await again).suggestedFilename(), (await download).suggestedFilename());
  await press(page, 'link', 'Back to the report');
  await page.getByRole('heading', { name: 'Score', exact: true }).waitFor();
  assert.deepEqual(wrong, []);
  await page.close();
}

/** With a full queue the page waits, and nothing is saved until there is room. */
export async function waitsForRoom(chromium: Chromium, stage: PdfService, javaScriptEnabled: boolean): Promise<void> {
  stage.renderer.failWith('busy');
  const { page, saved } = await openReport(chromium, stage, javaScriptEnabled);
  await page.getByRole('link', { name: 'PDF', exact: true }).click();
  await heading(page, 'Your PDF is waiting for its turn');
  assert.deepEqual(saved, []);
  const download = page.waitForEvent('download');
  stage.renderer.failWith(null);
  assert.match((await download).suggestedFilename(), /^perimeter-good\.lab-[\d-]+\.pdf$/);
  await page.close();
}

/** A failure is shown as a page, and nothing is saved. */
export async function showsFailure(chromium: Chromium, stage: PdfService, javaScriptEnabled: boolean): Promise<void> {
  stage.renderer.hold();
  const { page, saved } = await openReport(chromium, stage, javaScriptEnabled);
  await page.getByRole('link', { name: 'PDF', exact: true }).click();
  await heading(page, 'Your PDF is being generated');
  stage.renderer.failWith('gave-up');
  stage.renderer.release();
  await heading(page, 'The PDF could not be generated');
  stage.renderer.failWith(null);
  assert.deepEqual(saved, []);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'HTML, one file' }).click();
  assert.equal((await download).suggestedFilename(), 'perimeter-good.lab.html');
  await page.close();
}
