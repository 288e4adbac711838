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
  PERIMETER_SIGNUP: 'unconfirmed',
  PERIMETER_SMTP_URL: smtp.url,
  PERIMETER_PUBLIC_URL: 'https://perimeter.test',
});

await firstAccount(service);

const recipientOf = (message: string): string => /^To: (\S+)\r$/m.exec(message)?.[1] ?? '';
const tokenOf = (message: string): string =>
  /https:\/\/perimeter\.test\/confirm-email#token=([A-Za-z0-9_-]{43})\b/.exec(message)?.[1] ?? '';
const codeOf = (answer: { json: () => unknown }): string => problem.parse(answer.json()).code;

/** Requests a new address; returns the token sent to it. */
async function ask(holder: Browser, from: string, to: string): Promise<string> {
  const answer = await holder.send('PATCH', '/api/account', { currentPassword: password, email: to });
  assert.equal(answer.statusCode, 200, answer.body);
  const { email, pendingEmail } = accountDetails.parse(answer.json());
  assert.deepEqual([email, pendingEmail], [from, to]);
  const messages = [await smtp.next(), await smtp.next()];
  assert.deepEqual(messages.map(recipientOf).toSorted(), [from, to].toSorted());
  const [toNew = '', toOld = ''] = messages.toSorted((a) => (recipientOf(a) === to ? -1 : 1));
  assert.match(toOld, /requested a new e-mail address/);
  assert.equal(tokenOf(toOld), '', 'the old address gets no link');
  assert.notEqual(tokenOf(toNew), '');
  return tokenOf(toNew);
}

const confirm = async (token: string) => browser(service).send('POST', '/api/account/email/confirm', { token });
const signIn = async (email: string) => browser(service).send('POST', '/api/session', { email, password });
const detailsOf = async (holder: Browser) => accountDetails.parse((await holder.send('GET', '/api/account')).json());

test('a new address takes effect when its link is used, once, and the old address is notified', async () => {
  const holder = await anotherAccount(service, 'old@example.com');
  const token = await ask(holder, 'old@example.com', 'new@example.com');
  assert.equal((await signIn('new@example.com')).statusCode, 401);
  assert.equal((await signIn('old@example.com')).statusCode, 200);
  assert.equal((await confirm(token)).statusCode, 204);
  const notice = await smtp.next();
  assert.equal(recipientOf(notice), 'old@example.com');
  assert.match(notice, /The e-mail address of your Perimeter account was changed/);
  const { email, pendingEmail } = await detailsOf(holder);
  assert.deepEqual([email, pendingEmail], ['new@example.com', null]);
  assert.equal((await signIn('new@example.com')).statusCode, 200);
  assert.equal((await signIn('old@example.com')).statusCode, 401);
  const again = problem.parse((await confirm(token)).json());
  assert.deepEqual(again.errors, [
    {
      pointer: '/token',
      message: 'This link is incomplete, was used, or has expired: ask for another one',
      reason: 'bad_token',
    },
  ]);
});

test('only the latest link works, for an hour', async () => {
  const holder = await anotherAccount(service, 'twice@example.com');
  const first = await ask(holder, 'twice@example.com', 'one@example.com');
  const second = await ask(holder, 'twice@example.com', 'two@example.com');
  assert.equal(codeOf(await confirm(first)), 'invalid_request');
  mock.timers.enable({ apis: ['Date'], now: Date.now() + 60 * 60_000 });
  try {
    assert.equal(codeOf(await confirm(second)), 'invalid_request');
    assert.equal((await detailsOf(holder)).pendingEmail, null);
  } finally {
    mock.timers.reset();
  }
});

test('requesting the current address, or setting a new password, cancels a requested address', async () => {
  const holder = await anotherAccount(service, 'careful@example.com');
  const one = await ask(holder, 'careful@example.com', 'typo@example.com');
  await holder.send('PATCH', '/api/account', { currentPassword: password, email: 'careful@example.com' });
  assert.equal((await detailsOf(holder)).pendingEmail, null);
  assert.equal(codeOf(await confirm(one)), 'invalid_request');
  const two = await ask(holder, 'careful@example.com', 'thief@example.com');
  const changed = await holder.send('PATCH', '/api/account', {
    currentPassword: password,
    newPassword: 'quite another passphrase',
  });
  assert.equal(accountDetails.parse(changed.json()).pendingEmail, null);
  assert.match(await smtp.next(), /The password of your Perimeter account was changed/);
  assert.equal(codeOf(await confirm(two)), 'invalid_request');
});

test('an address of another account gets the same answer, and its holder a message without a link', async () => {
  const holder = await anotherAccount(service, 'slow@example.com');
  await anotherAccount(service, 'there@example.com');
  const answers = [];
  for (const email of ['There@example.com', 'free@example.com'])
    answers.push(await holder.send('PATCH', '/api/account', { currentPassword: password, email }));
  const [taken, free] = answers.map((answer) => ({
    status: answer.statusCode,
    body: answer.body.replace(/there@|free@/, ''),
    headers: Object.keys(answer.headers).toSorted(),
  }));
  assert.deepEqual(taken, free);
  const messages = [await smtp.next(), await smtp.next(), await smtp.next(), await smtp.next()];
  const toTaken = messages.filter((message) => recipientOf(message) === 'there@example.com');
  assert.equal(toTaken.length, 1);
  assert.match(toTaken[0] ?? '', /asked to use this e-mail address/);
  assert.doesNotMatch(toTaken[0] ?? '', /confirm-email/);
  const token = await ask(holder, 'slow@example.com', 'wanted@example.com');
  await anotherAccount(service, 'wanted@example.com');
  assert.equal(codeOf(await confirm(token)), 'email_taken');
  assert.equal((await detailsOf(holder)).email, 'slow@example.com');
});

test('an address gets three messages a day, whatever causes them, and an account can request five changes an hour', async () => {
  const holders = await Promise.all([0, 1].map(async (n) => anotherAccount(service, `flood-${n}@example.com`)));
  const [one = assert.fail(), two = assert.fail()] = holders;
  const change = async (holder: Browser, email: string) =>
    holder.send('PATCH', '/api/account', { currentPassword: password, email });
  await ask(one, 'flood-0@example.com', 'victim@example.com');
  await ask(two, 'flood-1@example.com', 'victim@example.com');
  await ask(one, 'flood-0@example.com', 'victim@example.com');
  for (const holder of [one, two]) {
    const refused = await change(holder, 'victim@example.com');
    assert.equal(codeOf(refused), 'rate_limited');
    const seconds = Number(refused.headers['retry-after']);
    assert.ok(seconds > 80_000 && seconds <= 86_400, String(seconds));
  }
  // Two were sent and one was refused, so two are left; the third notice to the old address is its last.
  for (const email of ['a@example.org', 'b@example.org']) assert.equal((await change(one, email)).statusCode, 200);
  const sixth = await change(one, 'c@example.org');
  assert.equal(codeOf(sixth), 'rate_limited');
  assert.ok(Number(sixth.headers['retry-after']) <= 3_600);
  const recipients = [await smtp.next(), await smtp.next(), await smtp.next()].map(recipientOf).toSorted();
  assert.deepEqual(recipients, ['a@example.org', 'b@example.org', 'flood-0@example.com']);
  const wrong = { currentPassword: 'not the password', email: 'other@example.com' };
  assert.equal(codeOf(await one.send('PATCH', '/api/account', wrong)), 'login_failed');
});

test('the link leads to a page that confirms nothing until its button is pressed', async () => {
  const answer = await service.http.inject('/confirm-email');
  assert.equal(answer.statusCode, 200);
  assert.match(answer.body, /data-tool="confirm-email"/);
  assert.doesNotMatch(answer.body, /api\/account\/email\/confirm/);
});
