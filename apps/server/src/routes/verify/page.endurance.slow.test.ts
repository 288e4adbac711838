// By day, page.slow.test.ts shows each verdict narrow and light, and wide and dark. This file shows them in all appearances.
import { appearances, browserMissing, openBrowser } from '@perimeter/report/testing/browser';
import { test } from 'node:test';
import { filesToVerify, showVerdicts } from '../../testing/browser/verdicts.ts';

test('each verdict in each appearance', { skip: browserMissing }, async (context) => {
  const browser = await openBrowser();
  context.after(async () => browser.close());
  await showVerdicts(browser, await filesToVerify(), appearances);
});
