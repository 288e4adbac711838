import type { Frame } from '@perimeter/dashboard/lib/frame';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { goldenReport } from '../testing/golden-engine.ts';
import { type AskedPage, openPages } from './pages.ts';

const pages = await openPages();
after(pages.close);

const frame: Frame = {
  base: '',
  path: '/audits/x',
  viewer: null,
  credits: null,
  signup: 'closed',
  assets: pages.names,
  engineVersion: '0',
  policyVersion: '0',
  imprintUrl: null,
  privacyUrl: null,
  origin: 'http://localhost',
  nowMs: 1_700_000_000_000,
};

test('a report is read for its page once, and not for the page that is remembered', async () => {
  let reads = 0;
  const page: AskedPage = {
    name: 'report',
    digest: 'ab',
    isPrivate: false,
    filter: { severities: [], category: '', text: '' },
    body: async () => {
      reads += 1;
      return Buffer.from(JSON.stringify(goldenReport('good.lab')));
    },
  };
  const first = await pages.html(page, frame);
  assert.equal(await pages.html(page, frame), first);
  assert.equal(reads, 1);
  await pages.html(page, { ...frame, nowMs: frame.nowMs + 60_000 });
  assert.equal(reads, 2);
});
