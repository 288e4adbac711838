import type { Page } from 'playwright-core';
import { password } from '../people.ts';
import { clicked, sent } from './accounts/acts.ts';
import { scenesOfSecondFactors } from './accounts/second-factors.ts';
import { byDay, page, type Scene, state } from './scene.ts';

const keys = '/settings/keys';
const wrong = 'not the right password at all';

const refused = (fields: Readonly<Record<string, string>>) => async (shown: Page) => {
  for (const [label, value] of Object.entries(fields))
    await shown.getByLabel(label, { exact: true }).first().fill(value);
  await shown.keyboard.press('Enter');
  await shown.getByRole('alert').first().waitFor();
};
const madeKey = {
  key: `pk_${'x'.repeat(43)}`,
  apiKey: {
    id: 'key_00000000-0000-4000-8000-000000000000',
    name: 'ci',
    prefix: 'pk_',
    lastFour: 'xxxx',
    scopes: ['audit:read'],
    status: 'active',
    createdAt: 0,
    expiresAt: null,
    lastUsedAt: null,
    replacedBy: null,
  },
};

const ofEntrance: Scene[] = [
  page('log in', '/sign-in'),
  byDay('log in, wrong password', '/sign-in', {
    isRefused: true,
    act: refused({ 'E-mail address': 'first@example.com', Password: wrong }),
  }),
  state('log in, unreachable', '/sign-in', {
    isRefused: true,
    stubs: { '/api/session': 'refused' },
    act: refused({ 'E-mail address': 'a@example.com', Password: wrong }),
  }),
  state('log in, password shown', '/sign-in', { act: clicked('Show', 'Hide') }),
  page('sign up', '/sign-up'),
  state('sign up, address taken', '/sign-up', {
    isRefused: true,
    act: refused({ 'E-mail address': 'first@example.com', Password: password }),
  }),
  state('sign up where it is closed', '/sign-up', { service: 'fresh' }),
  state('sign up while logged in', '/sign-up', { viewer: 'holder' }),
  page('set up', '/setup#token=abc', { service: 'fresh' }),
  state('set up, wrong token', '/setup#token=abc', {
    service: 'fresh',
    isRefused: true,
    act: refused({ 'E-mail address': 'a@example.com', Password: password }),
  }),
  state('set up a second time', '/setup'),
  page('reset', '/reset-password'),
  state('reset, link sent', '/reset-password', {
    act: sent({ 'E-mail address': 'nobody@example.com' }, 'Check your mail'),
  }),
  state('reset, new password', '/reset-password#token=abc'),
  page('confirm an address', '/confirm-email#token=x'),
  page('confirm, link on its way', '/confirm-email', { viewer: 'unconfirmed' }),
  state('confirm, link sent again', '/confirm-email', {
    viewer: 'unconfirmed',
    stubs: { '/api/account/confirmation': { json: null } },
    act: clicked('Send the link again', 'A new link was sent'),
  }),
  state('confirm, incomplete link', '/confirm-email'),
  state('start, address not confirmed', '/', { viewer: 'unconfirmed' }),
  state('account, address not confirmed', '/settings/account', { viewer: 'unconfirmed' }),
  state('reset, wrong link', '/reset-password#token=abc', {
    isRefused: true,
    act: refused({ 'New password': password }),
  }),
];

const ofKeys: Scene[] = [
  page('keys', keys, { viewer: 'holder' }),
  page('keys while one is rotated', keys, { viewer: 'keeper', isByDay: false }),
  state('no keys', keys, { viewer: 'newcomer' }),
  byDay('keys, loading', keys, { viewer: 'holder', stubs: { '/api/keys': 'never' } }),
  byDay('keys, failed', keys, {
    viewer: 'holder',
    isRefused: true,
    stubs: { '/api/keys': 'refused' },
    act: async (shown) => shown.getByRole('alert').waitFor(),
  }),
  state('keys, a new one', keys, { viewer: 'newcomer', act: clicked('New key', 'Scopes') }),
  state('keys, a new one refused', keys, {
    viewer: 'newcomer',
    isRefused: true,
    act: async (shown) => {
      await clicked('New key', 'Scopes')(shown);
      for (const box of await shown.getByRole('checkbox').all()) await box.uncheck();
      await refused({ Name: 'none' })(shown);
    },
  }),
  byDay('keys, shown once', keys, {
    viewer: 'newcomer',
    act: async (shown) => {
      await shown.route('**/api/keys', async (route) =>
        route.request().method() === 'POST' ? route.fulfill({ json: madeKey }) : route.continue(),
      );
      await clicked('New key', 'Scopes')(shown);
      await sent({ Name: 'ci' }, 'Copy the key now')(shown);
    },
  }),
];

const sessions = [true, false].map((isCurrent) => ({
  id: (isCurrent ? 'a' : 'b').repeat(32),
  userAgent: `<script>alert(1)</script>\u202E${'W'.repeat(300)}`,
  network: '2001:db8:ffff:ffff::/64',
  createdAt: 1_780_000_000_000,
  lastUsedAt: 1_780_000_000_000,
  expiresAt: 1_780_000_000_000,
  isCurrent,
}));

const hostileActivity = {
  events: (['password_wrong', 'key_created'] as const).map((kind, index) => ({
    id: String(index),
    at: 1_780_000_000_000,
    kind,
    network: '2001:db8:ffff:ffff::/64',
    userAgent: `<script>alert(1)</script>\u202E${'W'.repeat(180)}`,
    detail: `<b>${'W'.repeat(90)}`,
  })),
  nextCursor: '1',
  keptDays: 90,
};

const byHost = `${'w'.repeat(60)}.${'w'.repeat(60)}.${'w'.repeat(60)}.example.com`;
const controls = (['asked', 'held', 'lapsed'] as const).map((state) => ({
  domain: state === 'lapsed' ? byHost : `${state}.net`,
  state,
  token: `perimeter-control=${'W'.repeat(32)}`,
  record: `_perimeter-control.${state}.net`,
  file: `https://${state}.net/.well-known/perimeter-control.txt`,
  how: state === 'asked' ? null : 'dns',
  provedAt: state === 'asked' ? null : 1_780_000_000_000,
  checkedAt: 1_780_000_000_000,
  lapsesAt: state === 'asked' ? null : 1_781_209_600_000,
  badge: null,
}));

const ofAccount: Scene[] = [
  page('account', '/settings/account', { viewer: 'holder' }),
  state('account with a long address', '/settings/account', { viewer: 'keeper' }),
  state('account, loading', '/settings/account', { viewer: 'holder', stubs: { '/api/session': 'never' } }),
  state('account, failed', '/settings/account', {
    viewer: 'holder',
    isRefused: true,
    stubs: { '/api/session': 'refused' },
    act: async (shown) => shown.getByRole('alert').waitFor(),
  }),
  state('account, wrong password', '/settings/account', {
    viewer: 'newcomer',
    isRefused: true,
    act: refused({ 'New e-mail address': 'other@example.com', 'Current password': wrong }),
  }),
  state('account, address asked for', '/settings/account', {
    viewer: 'newcomer',
    stubs: { '/api/account': { json: {} } },
    act: sent({ 'New e-mail address': 'other@example.com', 'Current password': password }, 'Confirm the new address'),
  }),
  page('activity', '/settings/activity', { viewer: 'holder' }),
  state('activity with hostile texts', '/settings/activity', {
    viewer: 'holder',
    stubs: { '/api/account/activity': { json: hostileActivity } },
  }),
  page('control of domains', '/settings/controls', { viewer: 'holder' }),
  state('control of domains, none', '/settings/controls', { viewer: 'newcomer' }),
  state('control of domains in each state', '/settings/controls', {
    viewer: 'holder',
    stubs: { '/api/controls': { json: { controls } } },
  }),
  state('control of domains, failed', '/settings/controls', {
    viewer: 'holder',
    isRefused: true,
    stubs: { '/api/controls': 'refused' },
    act: async (shown) => shown.getByRole('alert').waitFor(),
  }),
  page('browsers', '/settings/sessions', { viewer: 'holder' }),
  state('browsers, loading', '/settings/sessions', { viewer: 'holder', stubs: { '/api/sessions': 'never' } }),
  state('browsers, failed', '/settings/sessions', {
    viewer: 'holder',
    isRefused: true,
    stubs: { '/api/sessions': 'refused' },
    act: async (shown) => shown.getByRole('alert').waitFor(),
  }),
  byDay('browsers with hostile names', '/settings/sessions', {
    viewer: 'holder',
    stubs: { '/api/sessions': { json: { sessions } } },
  }),
];

/** Pages of logging in and of API keys, also while loading and when refused. */
export const scenesOfKeys: readonly Scene[] = [...ofEntrance, ...ofKeys];

/** Pages of an account, also while loading and when refused. */
export const scenesOfAccounts: readonly Scene[] = [...ofAccount, ...scenesOfSecondFactors];
