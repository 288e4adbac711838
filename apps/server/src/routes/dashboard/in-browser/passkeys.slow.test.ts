import { browserMissing, openBrowser } from '@perimeter/report/testing/browser';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import type { Browser as Chromium, CDPSession, Page } from 'playwright-core';
import { cookieOf } from '../../../testing/browser/cookie.ts';
import { reportPolicy, watched } from '../../../testing/browser/watch.ts';
import { goldenEngine } from '../../../testing/golden-engine.ts';
import { anotherAccount, password } from '../../../testing/people.ts';
import { serviceForTests } from '../../../testing/service.ts';

const nextPassword = 'four other words of a newcomer';
/** Far longer than any step takes, even on a busy machine. */
const limitMs = 180_000;

/** Chromium's virtual authenticator, which reports a successful user verification. */
const authenticator = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

interface Person {
  page: Page;
  devtools: CDPSession;
  authenticatorId: string;
  wrong: string[];
}

describe('passkeys in a browser with a virtual authenticator', { skip: browserMissing }, async () => {
  let chromium: Chromium;
  before(async () => {
    chromium = await openBrowser();
  });
  after(async () => chromium.close());
  const service = await serviceForTests(goldenEngine(0), { PERIMETER_SIGNUP: 'unconfirmed' });
  // A name where browsers support passkeys.
  const origin = `http://localhost:${new URL(String(service.url)).port}`;

  async function person(): Promise<Person> {
    const own = await chromium.newContext({ viewport: { width: 1280, height: 800 } });
    own.setDefaultTimeout(limitMs);
    await reportPolicy(own);
    const page = await own.newPage();
    const devtools = await own.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options: authenticator });
    return { page, devtools, authenticatorId, wrong: watched(page, origin) };
  }

  const press = async (page: Page, name: string): Promise<void> =>
    page.getByRole('button', { name, exact: true }).first().click();

  async function logIn(page: Page, email: string): Promise<void> {
    await page.goto(`${origin}/sign-in`);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await press(page, 'Log in');
  }

  async function logOut(page: Page): Promise<void> {
    await page.goto(`${origin}/settings/account`);
    await press(page, 'Log out');
    await page.waitForURL(`${origin}/`);
  }

  async function addPasskey(page: Page, name: string): Promise<void> {
    await press(page, 'Add a passkey');
    const panel = page.locator('section[aria-labelledby=second-factor]');
    await panel.getByLabel('Name', { exact: true }).fill(name);
    await panel.getByLabel('Current password').fill(password);
    await press(page, 'Add the passkey');
  }

  /** The first account, made by the page that sets the service up, and logged in. */
  async function setUp(): Promise<Person> {
    const one = await person();
    await one.page.goto(`${origin}/setup#token=${service.setupToken}`);
    await one.page.getByLabel('E-mail address').fill('first@example.com');
    await one.page.getByLabel('Password', { exact: true }).fill(password);
    await press(one.page, 'Create the first account');
    await one.page.getByText('Your account is ready').waitFor();
    await one.page.goto(`${origin}/settings/account`);
    return one;
  }

  /** Another account, logged in. */
  async function another(email: string): Promise<Person> {
    const one = await person();
    await one.page.context().addCookies([cookieOf(await anotherAccount(service, email), origin)]);
    await one.page.goto(`${origin}/settings/account`);
    return one;
  }

  test('a passkey is added, logs in with and without the password, confirms a new key and is removed', async () => {
    const { page, wrong, devtools, authenticatorId } = await setUp();
    await addPasskey(page, 'laptop');
    await page.getByText('shown only once').waitFor();
    const codes = await page.getByRole('group', { name: 'recovery codes' }).locator('.l').allTextContents();
    assert.equal(codes.length, 10);
    await press(page, 'I have kept them');
    await page.getByRole('row', { name: /laptop/ }).waitFor();
    const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
    assert.deepEqual(
      credentials.map(({ rpId, isResidentCredential }) => [rpId, isResidentCredential]),
      [['localhost', true]],
    );

    await logOut(page);
    await page.goto(`${origin}/sign-in`);
    await press(page, 'Log in with a passkey');
    await page.waitForURL(`${origin}/`);
    await logOut(page);
    await logIn(page, 'first@example.com');
    await page.getByText('Confirm with your second factor').waitFor();
    await press(page, 'Use a passkey');
    await page.waitForURL(`${origin}/`);
    await logOut(page);
    await logIn(page, 'first@example.com');
    await page.getByLabel('Code').fill(String(codes[0]));
    await press(page, 'Log in');
    await page.waitForURL(`${origin}/`);

    await page.goto(`${origin}/settings/keys`);
    await press(page, 'New key');
    await page.getByLabel('Name').fill('ci');
    await press(page, 'Create the key');
    await press(page, 'Use a passkey');
    await page.getByText('Copy the key now').waitFor();
    await press(page, 'Rotate ci');
    await press(page, 'Use a passkey');
    await page.getByText('Rotating ci').waitFor();

    await page.goto(`${origin}/settings/account`);
    await press(page, 'Rename laptop');
    await page.getByLabel('Name of the passkey').fill('desk');
    await press(page, 'Rename');
    await press(page, 'Remove desk');
    const panel = page.locator('section[aria-labelledby=second-factor]');
    await panel.getByLabel('Current password').fill(password);
    await panel.locator('button[type=submit]').click();
    await press(page, 'Use a passkey');
    await page.getByRole('row', { name: /desk/ }).waitFor({ state: 'detached' });
    // 401 answers that ask for the factor, which the browser logs on its console.
    assert.deepEqual(
      wrong.filter((line) => !line.includes('401')),
      [],
    );
    await page.context().close();
  });

  test('cancelling the dialog shows a message, and another authenticator cannot log in', async () => {
    const { page, devtools, authenticatorId } = await another('second@example.com');
    await addPasskey(page, 'laptop');
    await press(page, 'I have kept them');
    await logOut(page);
    await devtools.send('WebAuthn.clearCredentials', { authenticatorId });
    await page.goto(`${origin}/sign-in`);
    await press(page, 'Log in with a passkey');
    await page.getByText('No passkey was used').waitFor();
    // With a wrong PIN the browser's dialog ends without an answer.
    const { page: other, devtools: tools, authenticatorId: id } = await person();
    await tools.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false });
    await other.goto(`${origin}/sign-in`);
    await press(other, 'Log in with a passkey');
    await other.getByText('No passkey was used').waitFor();
    await other.context().close();
    await page.context().close();
  });

  test('an authenticator application is set up by its secret, and required for logging in, for a new password and for its removal', async () => {
    const { page } = await another('third@example.com');
    await press(page, 'Set up an application');
    const panel = page.locator('section[aria-labelledby=second-factor]');
    await panel.getByLabel('Current password').fill(password);
    await press(page, 'Set up');
    const secret = String(await panel.locator('code.break').textContent()).replaceAll(' ', '');
    await panel.getByRole('img', { name: /QR code/ }).waitFor();
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    await panel.getByLabel('Code', { exact: true }).fill(totp.generate());
    await press(page, 'Turn on');
    await page.getByText('shown only once').waitFor();
    const codes = await page.getByRole('group', { name: 'recovery codes' }).locator('.l').allTextContents();
    await press(page, 'I have kept them');
    await logOut(page);
    await logIn(page, 'third@example.com');
    await page.getByLabel('Code').fill('000000');
    await press(page, 'Log in');
    await page.getByRole('alert').getByText('Wrong or used code').waitFor();
    // Each code works once: that of the next step, which is valid also if a step ends meanwhile.
    await page.getByLabel('Code').fill(totp.generate({ timestamp: Date.now() + 30_000 }));
    await press(page, 'Log in');
    await page.waitForURL(`${origin}/`);

    await page.goto(`${origin}/settings/account`);
    const passwords = page.locator('section[aria-labelledby=password]');
    await passwords.getByLabel('Current password').fill(password);
    await passwords.getByLabel('New password').fill(nextPassword);
    await passwords.getByRole('button', { name: 'Change' }).click();
    await page.getByLabel('Code').fill(String(codes[0]));
    await press(page, 'Change the password');
    await page.getByText('The password was changed').waitFor();
    const end = page.locator('section[aria-labelledby=delete]');
    await end.getByLabel('Current password').fill(nextPassword);
    await end.getByRole('button', { name: 'Delete the account' }).click();
    await end.getByLabel('Code').fill(String(codes[1]));
    await end.getByRole('button', { name: 'Delete the account' }).click();
    await page.waitForURL(`${origin}/`);
    await page.context().close();
  });
});
