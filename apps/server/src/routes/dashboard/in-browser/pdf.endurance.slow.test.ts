// By day, pdf.slow.test.ts shows each state once, with script or without. This file shows the other half.
import { browserMissing, openBrowser } from '@perimeter/report/testing/browser';
import { test } from 'node:test';
import { pdfService, showsFailure, waitsForRoom, waitsWhileBusy } from '../../../testing/browser/pdf-page.ts';

test('waiting for a PDF in a browser, the other half', { skip: browserMissing }, async (context) => {
  const [chromium, service] = await Promise.all([openBrowser(), pdfService()]);
  context.after(async () => chromium.close());
  await context.test('a busy renderer, with script', async () => waitsWhileBusy(chromium, service, true));
  await context.test('a full queue, without script', async () => waitsForRoom(chromium, service, false));
  await context.test('a failure, with script', async () => showsFailure(chromium, service, true));
});
