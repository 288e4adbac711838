import type { Page } from 'playwright-core';
import { page, type Scene, state, type Stub } from './scene.ts';

const path = '/domains/upload';
const id = 'batch_5a0e6a52-7a43-4f5e-9f0b-2f1f6f4c9b11';
const list = [
  'domain, owner, tags',
  'example-one.net, web team',
  `https://example-two.net/path, ${'o'.repeat(101)}, eu shop`,
  'example-one.net, again',
  'not a domain, nobody',
  'opted-out.net, mail',
  `${'a-long-label-'.repeat(4)}x.${'label.'.repeat(20)}net`,
].join('\n');

const batch = {
  id,
  status: 'running',
  pausedBecause: null,
  scanMode: 'standard',
  createdAt: 1_780_000_000_000,
  endedAt: null,
  total: 6,
  waiting: 3,
  started: 2,
  refused: 1,
  ended: 1,
};
const item = { status: 'waiting', reason: null, auditId: null, auditStatus: null, score: null, grade: null };
const auditId = 'aud_00000000-0000-4000-8000-000000000000';
const rows = [
  { ...item, domain: 'a.net', status: 'started', auditId, auditStatus: 'completed', score: 94, grade: 'A' },
  { ...item, domain: 'b.net', status: 'started', auditId, auditStatus: 'in_progress' },
  { ...item, domain: 'opted-out.net', status: 'refused', reason: 'domain_opted_out' },
  { ...item, domain: `${'a-long-label-'.repeat(4)}x.${'label.'.repeat(20)}net` },
  { ...item, domain: 'd.net' },
  { ...item, domain: 'e.net' },
];
const items = rows.map((row) => ({ ...row, listedAs: row.domain }));
const shown = (more: object): Readonly<Record<string, Stub>> => ({
  [`/api/batches/${id}`]: { json: { ...batch, items, ...more } },
});
const waitFor = (text: string) => async (seen: Page) => seen.getByText(text).first().waitFor();

/** Batches: input, check and progress. */
export const scenesOfBatches: readonly Scene[] = [
  page('upload', path, { viewer: 'holder' }),
  state('upload, earlier lists', path, {
    viewer: 'holder',
    stubs: { '/api/batches': { json: { batches: [batch, { ...batch, id: `${id.slice(0, -1)}2`, status: 'done' }] } } },
  }),
  page('upload, checked', path, {
    viewer: 'newcomer',
    act: async (seen) => {
      await seen.getByLabel('Or one domain a line').fill(list);
      await seen.getByRole('button', { name: 'Check the list' }).click();
      await seen.getByText('What was understood').first().waitFor();
    },
  }),
  state('upload, failed', path, {
    viewer: 'newcomer',
    isRefused: true,
    stubs: { '/api/batches/check': 'refused' },
    act: async (seen) => {
      await seen.getByLabel('Or one domain a line').fill(list);
      await seen.getByRole('button', { name: 'Check the list' }).click();
      await seen.getByRole('alert').waitFor();
    },
  }),
  page('upload, under way', `${path}?batch=${id}`, {
    viewer: 'holder',
    stubs: shown({}),
    act: waitFor('of 6 started'),
  }),
  state('upload, paused', `${path}?batch=${id}`, {
    viewer: 'holder',
    stubs: shown({ status: 'paused', pausedBecause: 'credits_exhausted' }),
    act: waitFor('no credits are left'),
  }),
  state('upload, over', `${path}?batch=${id}`, {
    viewer: 'holder',
    stubs: shown({ status: 'done', started: 5, waiting: 0, ended: 5 }),
    act: waitFor('have ended'),
  }),
  state('upload, unknown', `${path}?batch=batch_x`, {
    viewer: 'holder',
    isRefused: true,
    act: async (seen) => seen.getByRole('alert').waitFor(),
  }),
  page('administration', '/admin', { viewer: 'holder', act: waitFor('opted-out.net') }),
  state('administration, nobody found', '/admin', {
    viewer: 'holder',
    act: async (seen) => {
      await seen.getByLabel('Find by e-mail address').fill('nobody at all');
      await seen.getByText('No account has such an address').waitFor();
    },
  }),
  state('administration, failed', '/admin', {
    viewer: 'holder',
    isRefused: true,
    stubs: { '/api/opt-outs': 'refused' },
    act: async (seen) => seen.getByRole('alert').first().waitFor(),
  }),
  state("administration is nobody else's", '/admin', { viewer: 'newcomer', isRefused: true }),
];
