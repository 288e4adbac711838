import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleReport } from '../../testing/sample-report.ts';
import { issuePages } from './issue-pages.ts';
import { annexLimits } from './limits.ts';

test('a place in a list says what was found there where that is not described above, in the full report', () => {
  const [first] = sampleReport.findings;
  assert.ok(first !== undefined);
  const of = (description: string) => ({ ...first, description });
  const issue = [of('One.'), of('Two.'), of('Three.'), of('Four.'), of('One.')] as const;
  const said = (detail: 'brief' | 'full'): string[] => {
    const [page] = issuePages(sampleReport, [issue], annexLimits[detail]);
    assert.ok(page !== undefined && 'otherPlaces' in page && Array.isArray(page.otherPlaces));
    return page.otherPlaces.map((one: { description: string }) => one.description);
  };
  assert.deepEqual(said('full'), ['Four.', '']);
  assert.deepEqual(said('brief'), ['', '', '', '']);
});
