import { accountDetails } from '@perimeter/contract/account/account';
import { problem } from '@perimeter/contract/problem';
import assert from 'node:assert/strict';
import { after, mock, test } from 'node:test';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { anotherAccount, type Browser, browser, firstAccount, password } from '../../testing/people.ts';
import { serviceForTests } from '../../testing/service.ts';
import { smtpServer } from '../../testing/smtp.ts';

const smtp = await smtpServer();
after(smtp.close);
const service = await serviceForTests(deterministicEngine(1), {
  PERIMETER_SIGNUP: 'open',
  PERIMETER_SMTP_URL: smtp.url,
  PERIMETER_PUBLIC_URL: 'https://perimeter.test',
});
const first = await firstAccount(service);

const tokenOf = (message: string): string =>
  /https:\/\/perimeter\.test\/confirm-email#token=([A-Za-z0-9_-]{43})\b/.exec(message)?.[1] ?? '';
const codeOf = (answer: { json: () => unknown }): string => problem.parse(answer.json()).code;
const confirm = async (token: string) => browser(service).send('POST', '/api/account/email/confirm', { token });
const isConfirmed = async (holder: Browser): Promise<boolean> =>
  accountDetails.parse((await holder.send('GET', '/api/account')).json()).isConfirmed;
const startOf = async (holder: Browser) => holder.send('POST', '/api/audit/start', { domain: 'mine.net' });

/** A new account, and the token from its confirmation message. */
async function signUp(email: string): Promise<{ holder: Browser; token: string }> {
  const holder = await anotherAccount(service, email);
  const message = await smtp.next();
  assert.match(message, new RegExp(`^To: ${email}\\r$`, 'm'));
  return { holder, token: tokenOf(message) };
}

test('the first account needs no confirmation', async () => {
  assert.equal(await isConfirmed(first), true);
  assert.equal((await startOf(first)).statusCode, 202);
});

test('an account can start audits and make keys once its address is confirmed, by a link that works once', async () => {
  const { holder, token } = await signUp('new@example.com');
  assert.equal(await isConfirmed(holder), false);
  assert.equal(codeOf(await startOf(holder)), 'email_unconfirmed');
  assert.equal(codeOf(await holder.send('POST', '/api/keys', { name: 'ci' })), 'email_unconfirmed');
  const page = await service.http.inject({
    method: 'POST',
    url: '/audits',
    payload: 'domain=mine.net',
    headers: {
      host: 'perimeter.test',
      origin: 'https://perimeter.test',
      cookie: `__Host-perimeter=${holder.cookie()}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
  });
  assert.equal(page.statusCode, 403);
  assert.match(page.body, /Confirm your e-mail address first/);
  assert.equal((await confirm(token)).statusCode, 204);
  assert.equal(await isConfirmed(holder), true);
  assert.equal((await startOf(holder)).statusCode, 202);
  assert.equal((await holder.send('POST', '/api/keys', { name: 'ci' })).statusCode, 201);
  assert.deepEqual([(await confirm(token)).statusCode, codeOf(await confirm(token))], [400, 'invalid_request']);
});

test('the link can be sent again; only the latest works, for a day, and messages are limited', async () => {
  const { holder, token } = await signUp('again@example.com');
  assert.equal((await holder.send('POST', '/api/account/confirmation')).statusCode, 202);
  const second = tokenOf(await smtp.next());
  assert.equal(codeOf(await confirm(token)), 'invalid_request');
  mock.timers.enable({ apis: ['Date'], now: Date.now() + 24 * 60 * 60_000 });
  try {
    assert.equal(codeOf(await confirm(second)), 'invalid_request');
  } finally {
    mock.timers.reset();
  }
  assert.equal((await confirm(second)).statusCode, 204);
  const { holder: other } = await signUp('flood@example.com');
  const answers = [];
  for (let n = 0; n < 3; n += 1) answers.push((await other.send('POST', '/api/account/confirmation')).statusCode);
  assert.deepEqual(answers, [202, 202, 429]);
  for (let n = 0; n < 2; n += 1) await smtp.next();
});

test('a password reset confirms the address, and so takes the account from another person who signed up with it', async () => {
  const { holder: squatter } = await signUp('victim@example.com');
  await browser(service).send('POST', '/api/account/password-reset', { email: 'victim@example.com' });
  const token = /reset-password#token=([A-Za-z0-9_-]{43})/.exec(await smtp.next())?.[1] ?? '';
  const newPassword = 'quite another passphrase';
  assert.equal(
    (await browser(service).send('POST', '/api/account/password-reset/confirm', { token, newPassword })).statusCode,
    204,
  );
  await smtp.next();
  assert.equal((await squatter.send('GET', '/api/account')).statusCode, 401);
  const victim = browser(service);
  const login = { email: 'victim@example.com', password };
  assert.equal((await victim.send('POST', '/api/session', login)).statusCode, 401);
  assert.equal((await victim.send('POST', '/api/session', { ...login, password: newPassword })).statusCode, 200);
  assert.equal(await isConfirmed(victim), true);
});

test('only a session can request the link, not a key or an anonymous caller', async () => {
  assert.equal((await browser(service).send('POST', '/api/account/confirmation')).statusCode, 401);
});
