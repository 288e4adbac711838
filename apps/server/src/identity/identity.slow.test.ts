import { sessionList, sessionState } from '@perimeter/contract/account/session';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem } from '../testing/assert-problem.ts';
import { deterministicEngine } from '../testing/deterministic-engine.ts';
import { anotherAccount, browser, makeKey, password } from '../testing/people.ts';
import { serviceForTests } from '../testing/service.ts';

const service = await serviceForTests(deterministicEngine(1), {
  PERIMETER_SIGNUP: 'unconfirmed',
  PERIMETER_TRUST_PROXY: '1',
});
const { http } = service;

const withKey = async (key: string, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
  http.inject({
    method,
    url,
    headers: { authorization: `Bearer ${key}` },
    ...(payload === undefined ? {} : { payload }),
  });

const unknownAudit = '/api/audit/aud_00000000-0000-4000-8000-000000000000';

test('the first account needs the setup token and becomes administrator', async () => {
  const stranger = browser(service);
  const state = async () => sessionState.parse((await stranger.send('GET', '/api/session')).json());
  assert.deepEqual(await state(), { account: null, signup: 'setup' });
  const email = 'first@example.com';
  assertProblem(await stranger.send('POST', '/api/account', { email, password }), 'signup_closed');
  assertProblem(await stranger.send('POST', '/api/account', { email, password, setupToken: 'x' }), 'signup_closed');

  const at = async (n: number) =>
    browser(service).send('POST', '/api/account', {
      email: `first-${n}@example.com`,
      password,
      setupToken: service.setupToken,
    });
  const made = await Promise.all([at(1), at(2), at(3)]);
  // Later accounts sign up without the token.
  const accounts = made.filter(({ statusCode }) => statusCode === 201).map((one) => sessionState.parse(one.json()));
  assert.equal(accounts.filter(({ account }) => account?.isAdmin).length, 1, 'however many try at once');
  assert.deepEqual(await state(), { account: null, signup: 'open' });
});

test('later accounts are not administrators, even with the token, and addresses are case-insensitive', async () => {
  const another = browser(service);
  const body = { email: 'Another@Example.com', password, setupToken: service.setupToken };
  const { account } = sessionState.parse((await another.send('POST', '/api/account', body)).json());
  assert.deepEqual([account?.email, account?.isAdmin, account?.plan], ['another@example.com', false, 'free']);
  assertProblem(
    await browser(service).send('POST', '/api/account', { email: 'ANOTHER@example.com', password }),
    'email_taken',
  );
});

test('a password that is easy to guess is refused, with a pointer to the member', async () => {
  const answer = await browser(service).send('POST', '/api/account', {
    email: 'weak@example.com',
    password: 'Password1234',
  });
  const { errors } = assertProblem(answer, 'invalid_request');
  assert.deepEqual(errors, [
    {
      pointer: '/password',
      message: 'This password is easily guessed: choose a few random words',
      reason: 'bad_password',
    },
  ]);
});

test('what is wrong with a sign-up is said at each field, in one sentence', async () => {
  const mistakes = async (body: object) =>
    assertProblem(await browser(service).send('POST', '/api/account', body), 'invalid_request').errors?.map(
      ({ pointer, message }) => `${pointer} ${message}`,
    );
  const tooLong = '/password Choose a password of at most 256 characters';
  assert.deepEqual(await mistakes({ email: 'you@example', password: 'short' }), [
    '/email Enter an e-mail address, such as you@example.com',
    '/password Choose a password of at least 12 characters',
  ]);
  for (const length of [257, 1_100]) {
    assert.deepEqual(await mistakes({ email: 'a@example.com', password: 'x'.repeat(length) }), [tooLong]);
  }
});

test('a wrong password of somebody logged in is said at its field', async () => {
  const holder = await anotherAccount(service, 'wrong-password@example.com');
  const body = { currentPassword: 'not the password', newPassword: password };
  const { errors } = assertProblem(await holder.send('PATCH', '/api/account', body), 'login_failed');
  assert.deepEqual(errors, [
    { pointer: '/currentPassword', message: 'This is not your current password', reason: 'wrong_password' },
  ]);
});

test('the session cookie is bound to this host and not readable by scripts', async () => {
  const holder = browser(service);
  await anotherAccount(service, 'cookie@example.com');
  const answer = await holder.send('POST', '/api/session', { email: 'cookie@example.com', password });
  const [session, device] = [answer.headers['set-cookie'] ?? []].flat();
  assert.match(
    String(session),
    /^__Host-perimeter=[A-Za-z0-9_-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=2592000$/,
  );
  assert.match(
    String(device),
    /^__Host-perimeter-device=[\w.-]+; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=31536000$/,
  );
});

test('attackers who guess lock out other unknown devices, but no device that has logged in before', async () => {
  const email = 'guessed-at@example.com';
  await anotherAccount(service, email);
  const remoteAddress = '192.0.2.77';
  const signIn = async (given: string, cookie = '') =>
    service.http.inject({
      method: 'POST',
      url: '/api/session',
      remoteAddress,
      headers: { cookie },
      payload: { email, password: given },
    });
  const before = await signIn(password);
  const [, device = ''] = [before.headers['set-cookie'] ?? []].flat();
  for (let n = 0; n < 10; n += 1) assert.equal((await signIn('a wrong guess at it')).statusCode, 401);
  assert.equal((await signIn(password)).statusCode, 429);
  assert.equal((await signIn(password, device.split(';')[0])).statusCode, 200);
});

test('logging in never continues an existing session, and ends it', async () => {
  await anotherAccount(service, 'fixation@example.com');
  const planted = 'A'.repeat(43);
  const victim = browser(service, '127.0.0.1', planted);
  assert.equal(
    (await victim.send('POST', '/api/session', { email: 'fixation@example.com', password })).statusCode,
    200,
  );
  assert.notEqual(victim.cookie(), planted);
  assertProblem(await browser(service, '127.0.0.1', planted).send('GET', '/api/account'), 'unauthorized');

  const before = victim.cookie();
  assert.equal(
    (await victim.send('POST', '/api/session', { email: 'fixation@example.com', password })).statusCode,
    200,
  );
  assert.notEqual(victim.cookie(), before);
  assertProblem(await browser(service, '127.0.0.1', before).send('GET', '/api/account'), 'unauthorized');
  assert.equal((await victim.send('GET', '/api/account')).statusCode, 200);
});

test('a request with an ended session gets 401 and the cookie is cleared; it is never handled as anonymous', async () => {
  for (const bad of ['B'.repeat(43), 'x', '%00']) {
    const holder = browser(service, '127.0.0.1', bad);
    const answer = await holder.send('GET', unknownAudit);
    assertProblem(answer, 'unauthorized');
    assert.match(String(answer.headers['set-cookie']), /^__Host-perimeter=; .*Max-Age=0$/);
    assertProblem(await holder.send('GET', unknownAudit), 'audit_not_found');
  }
});

test('logging out ends this session and no other', async () => {
  const one = await anotherAccount(service, 'out@example.com');
  const other = browser(service);
  await other.send('POST', '/api/session', { email: 'out@example.com', password });
  const cookie = one.cookie();
  assert.equal((await one.send('DELETE', '/api/session')).statusCode, 204);
  assert.equal(one.cookie(), '');
  assertProblem(await browser(service, '127.0.0.1', cookie).send('GET', '/api/account'), 'unauthorized');
  assert.equal((await other.send('GET', '/api/account')).statusCode, 200);
});

test('sessions are listed, and ended one by one, all others, or all', async () => {
  const email = 'many@example.com';
  const one = await anotherAccount(service, email);
  const others = [browser(service), browser(service, '2001:db8:7::9'), browser(service)];
  for (const other of others)
    await other.send('POST', '/api/session', { email, password }, { 'user-agent': 'A\tbrowser\u00e9' });
  const list = async () => sessionList.parse((await one.send('GET', '/api/sessions')).json()).sessions;
  const listed = await list();
  assert.equal(listed.length, 4);
  assert.equal(listed.filter(({ isCurrent }) => isCurrent).length, 1);
  assert.ok(listed.some(({ userAgent }) => userAgent === 'Abrowser'));
  const networks = listed.filter(({ userAgent }) => userAgent === 'Abrowser').map(({ network }) => network);
  assert.deepEqual(networks.toSorted(), ['127.0.0.1', '127.0.0.1', '2001:db8:7:0::/64']);
  const stranger = await anotherAccount(service, 'stranger@example.com');
  const victim = listed.find(({ isCurrent }) => !isCurrent);
  assertProblem(await stranger.send('DELETE', `/api/sessions/${victim?.id}`), 'not_found');
  assert.equal((await one.send('DELETE', `/api/sessions/${victim?.id}`)).statusCode, 204);
  assertProblem(await one.send('DELETE', `/api/sessions/${victim?.id}`), 'not_found');
  assertProblem(await one.send('DELETE', '/api/sessions/x'), 'not_found');
  assert.equal((await list()).length, 3);
  assert.equal((await one.send('DELETE', '/api/sessions?except=current')).statusCode, 204);
  assert.deepEqual(
    (await list()).map(({ isCurrent }) => isCurrent),
    [true],
  );
  assert.equal((await one.send('DELETE', '/api/sessions')).statusCode, 204);
  assertProblem(await one.send('GET', '/api/sessions'), 'unauthorized');
});

test('a page of another site cannot use a session, and programs with keys need no Origin', async () => {
  const holder = await anotherAccount(service, 'csrf@example.com');
  const { key } = await makeKey(holder);
  const cookie = `__Host-perimeter=${holder.cookie()}`;
  const host = 'perimeter.test';
  const foreign = [
    {},
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { origin: `https://${host}`, 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  for (const headers of foreign) {
    for (const [method, url, payload] of [
      ['POST', '/api/keys', { name: 'stolen' }],
      ['POST', '/api/audit/start', { domain: 'csrf.net' }],
      ['PATCH', '/api/account', { currentPassword: password, email: 'evil@example.com' }],
      ['DELETE', '/api/sessions', undefined],
    ] as const) {
      const answer = await http.inject({
        method,
        url,
        headers: { host, cookie, ...headers },
        ...(payload === undefined ? {} : { payload }),
      });
      assertProblem(answer, 'forbidden_origin');
    }
    assert.equal(
      (await http.inject({ url: '/api/account', headers: { host, cookie, ...headers } })).statusCode,
      200,
      'reading changes nothing',
    );
  }
  // A login is refused if the browser reports that another site sent it.
  const body = { email: 'csrf@example.com', password };
  for (const headers of foreign.slice(1)) {
    assertProblem(
      await http.inject({ method: 'POST', url: '/api/session', headers: { host, ...headers }, payload: body }),
      'forbidden_origin',
    );
  }
  assert.equal(
    (await http.inject({ method: 'POST', url: '/api/session', headers: { host }, payload: body })).statusCode,
    200,
  );
  const byKey = { host, authorization: `Bearer ${key}`, cookie, origin: 'https://evil.test' };
  assert.equal(
    (await http.inject({ method: 'POST', url: '/api/audit/start', headers: byKey, payload: { domain: 'ci.net' } }))
      .statusCode,
    202,
  );
});

test('changing the password requires the old one, ends all other sessions and renews this one; keys stay', async () => {
  const email = 'change@example.com';
  const one = await anotherAccount(service, email);
  const other = browser(service);
  await other.send('POST', '/api/session', { email, password });
  const { key } = await makeKey(one);
  const before = one.cookie();
  const newPassword = 'quite another passphrase';
  assertProblem(await one.send('PATCH', '/api/account', { currentPassword: 'wrong', newPassword }), 'login_failed');
  assertProblem(
    await one.send('PATCH', '/api/account', { currentPassword: password, newPassword: 'short' }),
    'invalid_request',
  );
  assert.equal((await one.send('PATCH', '/api/account', { currentPassword: password, newPassword })).statusCode, 200);
  assert.notEqual(one.cookie(), before);
  assert.equal((await one.send('GET', '/api/account')).statusCode, 200);
  assertProblem(await other.send('GET', '/api/account'), 'unauthorized');
  assertProblem(await browser(service, '127.0.0.1', before).send('GET', '/api/account'), 'unauthorized');
  assertProblem(await browser(service).send('POST', '/api/session', { email, password }), 'login_failed');
  assert.equal((await browser(service).send('POST', '/api/session', { email, password: newPassword })).statusCode, 200);
  assertProblem(await withKey(key, 'GET', unknownAudit), 'audit_not_found');
});

test('without mail only the operator can change an address, and the answer says so', async () => {
  const one = await anotherAccount(service, 'moving@example.com');
  const asked = await one.send('PATCH', '/api/account', { currentPassword: password, email: 'moved@example.com' });
  const { detail } = assertProblem(asked, 'mail_not_configured');
  assert.match(String(detail), /npm run admin -- change-email/);
  assert.equal(Object((await one.send('GET', '/api/account')).json()).email, 'moving@example.com');
});

test('an account scheduled for deletion loses its keys and sessions, and its audits stay until then', async () => {
  const email = 'leaving@example.com';
  const one = await anotherAccount(service, email);
  const { key } = await makeKey(one);
  const started = await withKey(key, 'POST', '/api/audit/start', { domain: 'left-behind.net' });
  assertProblem(await one.send('DELETE', '/api/account', { currentPassword: 'wrong' }), 'login_failed');
  const cookie = one.cookie();
  assert.equal((await one.send('DELETE', '/api/account', { currentPassword: password })).statusCode, 202);
  assertProblem(await withKey(key, 'GET', unknownAudit), 'unauthorized');
  assertProblem(await browser(service, '127.0.0.1', cookie).send('GET', '/api/account'), 'unauthorized');
  assert.equal((await http.inject({ url: String(started.headers.location) })).statusCode, 200);
});
