import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Report } from '@perimeter/contract/report';
import { appearances, axeViolations, browserMissing, openBrowser, overflow } from '../testing/browser.ts';
import { hostileWellFormed } from '../testing/hostile-well-formed.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { renderHtml } from './html.ts';

const withoutFindings: Report = {
  ...sampleReport,
  findings: [],
  severities: { critical: 0, high: 0, medium: 0, low: 0 },
};
const [narrow = {}, , , wide = {}] = appearances;
const looks = [
  { name: 'sample', report: sampleReport, in: appearances },
  { name: 'hostile', report: hostileWellFormed(), in: [narrow, wide] },
  { name: 'without findings', report: withoutFindings, in: [narrow, wide] },
];

test(
  'the HTML report has no axe violations and fits its window, narrow or wide, light or dark',
  {
    skip: browserMissing,
  },
  async () => {
    const browser = await openBrowser();
    try {
      for (const { name, report, in: seenIn } of looks) {
        for (const appearance of seenIn) {
          const context = await browser.newContext(appearance);
          const page = await context.newPage();
          await page.setContent(renderHtml(report));
          await page.evaluate('for (const details of document.querySelectorAll("details")) details.open = true');
          const where = `${name} at ${appearance.viewport?.width} px, ${appearance.colorScheme}`;
          assert.deepEqual(await axeViolations(page), [], where);
          assert.equal(await overflow(page), 0, where);
          await context.close();
        }
      }
    } finally {
      await browser.close();
    }
  },
);
