import type { Frame } from '@perimeter/dashboard/lib/frame';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { goldenReport } from '../testing/golden-engine.ts';
import { openPages } from './pages.ts';
import type { AskedPage } from './renderer.ts';

const pages = await openPages();
after(pages.close);

const optOut: AskedPage = {
  name: 'opt-out',
  userAgent: 'x',
  contact: null,
  sourceAddresses: [],
  ceilings: { domain: { hour: 30, day: 120 }, address: null, authority: null },
  claim: null,
  mistake: null,
  typed: '',
};
const frame: Frame = {
  base: '',
  path: '/audits/x',
  viewer: null,
  credits: null,
  signup: 'closed',
  passkeys: false,
  lacksAddress: false,
  assets: pages.names,
  engineVersion: '0',
  policyVersion: '0',
  imprintUrl: null,
  privacyUrl: null,
  origin: 'http://localhost',
  nowMs: 1_700_000_000_000,
};

const beside = { isPrivate: false, accepted: null, answers: null, isOwn: false, since: null, shared: null };

test('a report is parsed once for all its pages, while the rendering thread keeps it', async () => {
  let reads = 0;
  const page: AskedPage = {
    name: 'report',
    digest: 'ab',
    ...beside,
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

test('an unreadable report fails its own pages only', async () => {
  const page: AskedPage = {
    name: 'report',
    digest: 'ef',
    ...beside,
    filter: { severities: [], category: '', text: '' },
    body: async () => Promise.reject(new Error('deleted meanwhile')),
  };
  await assert.rejects(pages.html(page, frame), /deleted meanwhile/);
  assert.ok((await pages.html(optOut, frame)).length > 0);
});

/** A page whose report is loaded when the test allows it. */
function heldPage(digest: string): { page: AskedPage; asked: Promise<void>; give: () => void } {
  const asked = Promise.withResolvers<void>();
  const given = Promise.withResolvers<void>();
  const body = async (): Promise<Uint8Array> => {
    asked.resolve();
    await given.promise;
    return Buffer.from(JSON.stringify(goldenReport('good.lab')));
  };
  return {
    page: { name: 'report', digest, ...beside, filter: { severities: [], category: '', text: '' }, body },
    asked: asked.promise,
    give: given.resolve,
  };
}

test('a page that takes half a minute on a busy machine is still delivered', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { page, asked, give } = heldPage('11');
  const coming = pages.html(page, frame);
  await asked;
  context.mock.timers.tick(30_000);
  give();
  assert.ok((await coming).length > 0);
});

test('a rendering thread that does not answer for a minute is ended, and the next page gets a new one', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { page, asked } = heldPage('22');
  const coming = pages.html(page, frame);
  await asked;
  context.mock.timers.tick(60_000);
  await assert.rejects(coming, { code: 'service_unavailable' });
  assert.ok((await pages.html(optOut, frame)).length > 0);
});
