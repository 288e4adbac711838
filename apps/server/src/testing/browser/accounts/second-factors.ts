import type { Page } from 'playwright-core';
import { newRecoveryCodes } from '../../../credentials/second-factor/recovery-codes.ts';
import { newSecret } from '../../../credentials/second-factor/totp.ts';
import { password } from '../../people.ts';
import { byDay, type Scene, state } from '../scene.ts';
import { clicked, sent } from './acts.ts';

const factor = '/api/account/second-factor';
const passkeys = '/api/account/passkeys';
const account = '/settings/account';
const part = 'section[aria-labelledby=second-factor]';

const seed = newSecret({ id: 'a', email: 'first@example.com' }, Buffer.alloc(32));
const begun = { secret: seed.text, uri: seed.uri, qr: seed.qr };
const at = 1_780_000_000_000;
const on = { json: { enabledAt: at, passkeys: 2, recoveryCodesLeft: 2, isRequired: false } };
const required = { json: { enabledAt: null, passkeys: 0, recoveryCodesLeft: 0, isRequired: true } };
const two = ['laptop', `<b>key</b>\u202E ${'W'.repeat(80)}`].map((name, index) => ({
  id: `00000000-0000-4000-8000-00000000000${index}`,
  name,
  createdAt: at,
  lastUsedAt: index === 0 ? at : null,
  isSynced: index === 1,
}));
const stubs = { [factor]: on, [passkeys]: { json: { passkeys: two } } };

const asksForFactor = {
  status: 401,
  json: {
    title: 'The second factor of the account is required',
    status: 401,
    code: 'second_factor_required',
    requestId: 'a',
    factors: ['code', 'passkey'],
    passkeyRequest: { challenge: 'AAAA', rpId: 'localhost' },
  },
};

const refusedOnce = async (shown: Page, path: string, method: string): Promise<unknown> =>
  shown.route(path, async (route) =>
    route.request().method() === method ? route.fulfill(asksForFactor) : route.continue(),
  );

const setUp = async (shown: Page): Promise<void> => {
  await shown.route(`**${factor}`, async (route) =>
    route.request().method() === 'POST' ? route.fulfill({ json: begun }) : route.continue(),
  );
  const panel = shown.locator(part);
  await clicked('Set up an application', 'Current password')(shown);
  await panel.getByLabel('Current password').fill(password);
  await panel.getByRole('button', { name: 'Set up', exact: true }).click();
};

/** Pages of passkeys, applications and recovery codes, and pages that require them. */
export const scenesOfSecondFactors: readonly Scene[] = [
  state('log in, second factor asked for', '/sign-in', {
    isRefused: true,
    act: async (shown) => {
      await refusedOnce(shown, '**/api/session', 'POST');
      await sent(
        { 'E-mail address': 'first@example.com', Password: password },
        'Confirm with your second factor',
      )(shown);
    },
  }),
  state('keys, second factor asked for', '/settings/keys', {
    viewer: 'newcomer',
    isRefused: true,
    act: async (shown) => {
      await refusedOnce(shown, '**/api/keys', 'POST');
      await clicked('New key', 'Scopes')(shown);
      await sent({ Name: 'ci' }, 'Confirm with your second factor')(shown);
    },
  }),
  state('second factor, required of administrators', account, {
    viewer: 'newcomer',
    part,
    stubs: { [factor]: required },
  }),
  state('second factor, a passkey being added', account, {
    viewer: 'newcomer',
    part,
    act: clicked('Add a passkey', 'Where it is'),
  }),
  state('second factor, QR code', account, {
    viewer: 'newcomer',
    part,
    act: async (shown) => {
      await setUp(shown);
      await shown.getByText('Scan the code').waitFor();
    },
  }),
  byDay('second factor, recovery codes', account, {
    viewer: 'newcomer',
    part,
    stubs: { [`${factor}/confirm`]: { json: { recoveryCodes: newRecoveryCodes() } } },
    act: async (shown) => {
      await setUp(shown);
      await sent({ Code: '123456' }, 'shown only once')(shown);
    },
  }),
  state('second factor, on', account, { viewer: 'newcomer', part, stubs }),
  state('second factor, a passkey being renamed', account, {
    viewer: 'newcomer',
    part,
    stubs,
    act: clicked('Rename laptop', 'Name of the passkey'),
  }),
  state('second factor, a passkey being removed', account, {
    viewer: 'newcomer',
    part,
    stubs,
    act: clicked('Remove laptop', 'Remove laptop'),
  }),
  state('second factor, being turned off', account, {
    viewer: 'newcomer',
    part,
    stubs,
    act: clicked('Turn off the application', 'Current password'),
  }),
];
