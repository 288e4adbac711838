import type { Page } from 'playwright-core';
import { byDay, page, type Scene, state } from './scene.ts';

const asked = (domain: string) => async (shown: Page) => {
  await shown.getByLabel('Domain', { exact: true }).fill(domain);
  await shown.keyboard.press('Enter');
  await shown.locator('#ask-error').waitFor();
};

const ofStart: Scene[] = [
  page('start', '/'),
  page('start of an account', '/', { viewer: 'holder' }),
  state('start with many audits', '/', { viewer: 'keeper' }),
  state('start of a new account', '/?welcome=yes', { viewer: 'newcomer' }),
  state('start with a domain', '/?domain=bad.lab'),
  byDay('start with a mistake', '/', { act: asked('somebody@bad.lab'), isRefused: true }),
  state('start with an opted-out domain', '/', { act: asked('opted-out.net'), isRefused: true }),
  state('start without credits', '/', { service: 'fresh', act: asked('bad.lab'), isRefused: true }),
  byDay('start before set-up', '/', { service: 'fresh' }),
  byDay('start with the menu open', '/', {
    act: async (shown) => shown.evaluate("document.querySelector('.menu').open = true"),
  }),
];

const ofComparison: Scene[] = [
  page('comparison', '/compare?targetA=good.lab&targetB=bad.lab', { viewer: 'holder' }),
  page('many compared', '/compare?domain=good.lab&domain=bad.lab&domain=sample.net&domain=unknown.net&domain=x', {
    viewer: 'holder',
  }),
  page('nothing compared', '/compare'),
  state('comparison without an account', '/compare?targetA=bad.lab&targetB=good.lab', { isRefused: true }),
  state('comparison of a provisional report', '/compare?targetA=botwall.lab&targetB=sample.net', { viewer: 'holder' }),
  state('comparison of a domain with itself', '/compare?targetA=bad.lab&targetB=bad.lab', { viewer: 'holder' }),
  state('comparison with an unknown domain', '/compare?targetA=bad.lab&targetB=unknown.net', { isRefused: true }),
  state('comparison of a mistake', '/compare?targetA=bad.lab&targetB=x', { isRefused: true }),
];

const ofDomains: Scene[] = [
  page('domains', '/domains', { viewer: 'keeper' }),
  page('domain over time', '/domains/bad.lab', { viewer: 'keeper' }),
  state('domains of one audit each', '/domains?sort=name', { viewer: 'holder' }),
  state('domains: tags refused', '/domains', {
    viewer: 'keeper',
    isRefused: true,
    act: async (shown) => {
      await shown.getByRole('checkbox').first().check();
      await shown.getByLabel('Tags to add to the selected').fill('t'.repeat(41));
      await shown.getByRole('button', { name: 'Tag the selected' }).click();
      await shown.locator('#refused-many').waitFor();
    },
  }),
  state('domains: none yet', '/domains', { viewer: 'newcomer' }),
  byDay('domains: none match', '/domains?q=nothing-like-it', { viewer: 'holder' }),
  state('domain that was not audited', '/domains/unknown.net', { viewer: 'holder', isRefused: true }),
];

const chosen = (name: string, buffer: Buffer) => async (shown: Page) => {
  await shown.locator('verify-file input').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await shown.locator('[data-answer] h2', { hasNotText: 'Verifying' }).waitFor();
};

const authentic = {
  verdict: 'authentic',
  seal: 'authentic',
  report: {
    id: 'aud_00000000-0000-4000-8000-000000000000',
    domain: 'bad.lab',
    listedAs: 'bad.lab',
    completedAt: 1_780_000_000_000,
    score: 49,
    grade: 'F',
    sealedAt: 1_780_000_000_000,
  },
  timeStamp: null,
  registerEntry: { sequence: '7', entry: 'ab'.repeat(32) },
  checks: [
    { name: 'Signature', passed: true, detail: 'valid' },
    { name: 'Time stamp', passed: false, detail: 'not trusted' },
    { name: 'Register', passed: null, detail: 'not asked' },
  ],
};

const ofVerification = (sha256: string): Scene[] => [
  page('verify', '/verify'),
  page('known hash', `/verify/${sha256}`),
  state('unknown hash', `/verify/${'0'.repeat(64)}`, { isRefused: true }),
  state('verified: unknown', '/verify', { act: chosen('report.json', Buffer.from('{}')) }),
  byDay('verified: authentic', '/verify', {
    stubs: { '/api/verify': { json: authentic } },
    act: chosen('a.json', Buffer.from('{}')),
  }),
  state('verified: refused', '/verify', {
    stubs: { '/api/verify': 'refused' },
    act: chosen('a.pdf', Buffer.from('x')),
    isRefused: true,
  }),
];

/** Entry pages: start, comparison and domains. */
export const scenesOfDomains: readonly Scene[] = [...ofStart, ...ofComparison, ...ofDomains];

/** Pages without an audit: verification, catalogue, usage, notices and problems. */
export const scenesOfDocuments = (sha256: string): Scene[] => [
  ...ofVerification(sha256),
  page('checks', '/checks'),
  page('check', '/checks/cert-expired'),
  state('checks found', '/checks?q=expired'),
  state('no checks found', '/checks?q=nothing-is-called-so'),
  state('informational check of the catalogue', '/checks/tls-fingerprint'),
  page('usage', '/settings/usage', { viewer: 'holder' }),
  state('usage without an account', '/settings/usage'),
  state('usage of a new account', '/settings/usage', { viewer: 'newcomer' }),
  page('accepted risks', '/settings/accepted', { viewer: 'holder' }),
  state('no accepted risks', '/settings/accepted', { viewer: 'newcomer' }),
  page('answers', '/settings/answers', { viewer: 'holder' }),
  state('no answers', '/settings/answers', { viewer: 'newcomer' }),
  page('opt out', '/opt-out'),
  state('sample report', '/sample', { part: '.band' }),
  state('check of the sample report', '/sample/checks/vuln-logjam'),
  state('data of the sample report', '/sample/data/tls'),
  page('API', '/docs'),
  page('unknown page', '/nothing/here', { isRefused: true }),
  page('unknown check', '/checks/nothing', { isRefused: true, isByDay: false }),
];
