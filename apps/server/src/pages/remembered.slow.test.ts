import type { Frame } from '@perimeter/dashboard/lib/frame';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { goldenReport } from '../testing/golden-engine.ts';
import { openPages } from './pages.ts';
import type { AskedPage } from './renderer.ts';

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

test('a report is read once for all its pages, as long as the thread that renders has it', async () => {
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
  assert.equal(reads, 1);
  await pages.html({ ...page, digest: 'cd' }, frame);
  assert.equal(reads, 2);
});

test('a report that cannot be read fails its page, and no other', async () => {
  const page: AskedPage = {
    name: 'report',
    digest: 'ef',
    isPrivate: false,
    filter: { severities: [], category: '', text: '' },
    body: async () => Promise.reject(new Error('deleted meanwhile')),
  };
  await assert.rejects(pages.html(page, frame), /deleted meanwhile/);
  assert.ok((await pages.html({ name: 'opt-out', userAgent: 'x', contact: null }, frame)).length > 0);
});
