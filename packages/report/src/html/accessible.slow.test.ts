import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Report } from '@perimeter/contract/report';
import { appearances, browserMissing, openBrowser } from '../testing/browser.ts';
import { faultsOfPage } from '../testing/faults-of-page.ts';
import { hostileWellFormed } from '../testing/hostile-well-formed.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { renderHtml } from './html.ts';

const withoutFindings: Report = {
  ...sampleReport,
  findings: [],
  severities: { critical: 0, high: 0, medium: 0, low: 0 },
};
const [narrow = {}, narrowDark = {}, , , wide = {}, wideDark = {}] = appearances;
const looks = [
  { name: 'sample', report: sampleReport, in: [narrow, wideDark] },
  { name: 'hostile', report: hostileWellFormed(), in: [narrowDark] },
  { name: 'without findings', report: withoutFindings, in: [wide] },
];

test(
  'the HTML report has no axe violations and fits its window, narrow or wide, light or dark',
  { skip: browserMissing },
  async (context) => {
    const browser = await openBrowser();
    context.after(async () => browser.close());
    for (const { name, report, in: seenIn } of looks)
      assert.deepEqual(await faultsOfPage(browser, renderHtml(report), seenIn), [], name);
  },
);
