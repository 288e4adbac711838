// By day, accessible.slow.test.ts and forms/html-ending.slow.test.ts show pages of each kind in one or two appearances, the
// latter without like rows, and paper.slow.test.ts prints the longest and the shortest. This file shows and prints all of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportForms } from '../forms/forms.ts';
import { appearances, browserMissing, openBrowser } from '../testing/browser.ts';
import { runs } from '../testing/endings.ts';
import { faultsOfPage } from '../testing/faults-of-page.ts';
import { assertPaper, sitesOnPaper } from '../testing/paper-of-sites.ts';

test('every HTML page of one audit in every appearance', { skip: browserMissing }, async (context) => {
  const browser = await openBrowser();
  context.after(async () => browser.close());
  for (const [name, endings] of runs.filter(([, { length }]) => length === 1))
    assert.deepEqual(await faultsOfPage(browser, reportForms.html.render(endings), appearances), [], name);
});

test('every golden report on paper', { skip: browserMissing }, async () => {
  assert.ok(sitesOnPaper.length > 5);
  await assertPaper(sitesOnPaper);
});
