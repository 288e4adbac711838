import { apiKeyList, newApiKey } from '@perimeter/contract/account/key';
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { assertProblem } from '../testing/assert-problem.ts';
import { deterministicEngine } from '../testing/deterministic-engine.ts';
import { anotherAccount, browser, firstAccount, makeKey, password } from '../testing/people.ts';
import { serviceForTests } from '../testing/service.ts';

const service = await serviceForTests(deterministicEngine(1), {
  PERIMETER_SIGNUP: 'unconfirmed',
  PERIMETER_TRUST_PROXY: '1',
});
const { http } = service;
await firstAccount(service);

const withKey = async (key: string, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
  http.inject({
    method,
    url,
    headers: { authorization: `Bearer ${key}` },
    ...(payload === undefined ? {} : { payload }),
  });

const unknownAudit = '/api/audit/aud_00000000-0000-4000-8000-000000000000';

test('a key is shown once, works, and is then listed by its prefix and last four characters only', async () => {
  const holder = await anotherAccount(service, 'keys@example.com');
  const made = await holder.send('POST', '/api/keys', { name: ' pipeline ', scopes: ['audit:read', 'audit:read'] });
  assert.equal(made.statusCode, 201);
  const { key, apiKey } = newApiKey.parse(made.json());
  assert.deepEqual([apiKey.name, apiKey.scopes, apiKey.status], ['pipeline', ['audit:read'], 'active']);
  const listed = await holder.send('GET', '/api/keys');
  assert.ok(!listed.body.includes(key.slice(9, -4)));
  assert.deepEqual(apiKeyList.parse(listed.json()).keys, [apiKey]);
  assertProblem(await withKey(key, 'GET', unknownAudit), 'audit_not_found');
  for (const scheme of ['bearer', 'BEARER']) {
    assertProblem(
      await http.inject({ url: unknownAudit, headers: { authorization: `${scheme} ${key}` } }),
      'audit_not_found',
    );
  }
});

test('a key is limited to its scopes, and can never make, rotate or revoke keys', async () => {
  const holder = await anotherAccount(service, 'scopes@example.com');
  const reader = await makeKey(holder, ['audit:read']);
  const writer = await makeKey(holder, ['audit:write']);
  const looker = await makeKey(holder, ['account:read']);
  const all = await makeKey(holder);
  const start = { domain: 'scoped.net' };
  const refused = assertProblem(await withKey(reader.key, 'POST', '/api/audit/start', start), 'insufficient_scope');
  assert.equal(refused.detail, 'The key lacks the scope audit:write');
  assert.equal((await withKey(writer.key, 'POST', '/api/audit/start', start)).statusCode, 202);
  assertProblem(await withKey(writer.key, 'GET', unknownAudit), 'insufficient_scope');
  assertProblem(await withKey(reader.key, 'GET', '/api/account'), 'insufficient_scope');
  assert.equal((await withKey(looker.key, 'GET', '/api/account')).statusCode, 200);
  assert.equal((await withKey(looker.key, 'GET', '/api/keys')).statusCode, 200);
  for (const [method, url, body] of [
    ['POST', '/api/keys', { name: 'another' }],
    ['POST', `/api/keys/${all.id}/rotate`, {}],
    ['DELETE', `/api/keys/${reader.id}`, undefined],
    ['GET', '/api/sessions', undefined],
    ['DELETE', '/api/account', { currentPassword: password }],
  ] as const) {
    assertProblem(await withKey(all.key, method, url, body), 'insufficient_scope');
  }
});

test('keys and sessions of another account are not found', async () => {
  const holder = await anotherAccount(service, 'mine@example.com');
  const other = await anotherAccount(service, 'theirs@example.com');
  const { id, key } = await makeKey(holder);
  assertProblem(await other.send('DELETE', `/api/keys/${id}`), 'key_not_found');
  assertProblem(await other.send('POST', `/api/keys/${id}/rotate`, {}), 'key_not_found');
  for (const bad of ['x', id.toUpperCase(), id.slice(4), `${id}0`]) {
    assertProblem(await holder.send('DELETE', `/api/keys/${bad}`), 'key_not_found');
  }
  assertProblem(await withKey(key, 'GET', unknownAudit), 'audit_not_found');
});

test('a rotated key works until its grace period ends; a revoked one stops at once', async () => {
  const holder = await anotherAccount(service, 'rotate@example.com');
  const old = await makeKey(holder, ['audit:read']);
  const rotated = await holder.send('POST', `/api/keys/${old.id}/rotate`, {});
  const { key, apiKey } = newApiKey.parse(rotated.json());
  assert.deepEqual(apiKey.scopes, ['audit:read']);
  const listed = apiKeyList.parse((await holder.send('GET', '/api/keys')).json()).keys.find(({ id }) => id === old.id);
  assert.deepEqual([listed?.status, listed?.replacedBy], ['replaced', apiKey.id]);
  assertProblem(await holder.send('POST', `/api/keys/${old.id}/rotate`, {}), 'key_not_found');
  const day = 24 * 60 * 60 * 1_000;
  mock.timers.enable({ apis: ['Date'], now: Date.now() + day - 10_000 });
  try {
    assertProblem(await withKey(old.key, 'GET', unknownAudit), 'audit_not_found');
    mock.timers.tick(20_000);
    assertProblem(await withKey(old.key, 'GET', unknownAudit), 'unauthorized');
    assertProblem(await withKey(key, 'GET', unknownAudit), 'audit_not_found');
  } finally {
    mock.timers.reset();
  }
  const atOnce = newApiKey.parse((await holder.send('POST', `/api/keys/${apiKey.id}/rotate`, { grace: '0' })).json());
  assertProblem(await withKey(key, 'GET', unknownAudit), 'unauthorized');
  assert.equal((await holder.send('DELETE', `/api/keys/${atOnce.apiKey.id}`)).statusCode, 204);
  assertProblem(await withKey(atOnce.key, 'GET', unknownAudit), 'unauthorized');
  assertProblem(await holder.send('POST', `/api/keys/${apiKey.id}/rotate`, { grace: '2h' }), 'invalid_request');
});

test('a key can have an expiry date, but not a past one', async () => {
  const holder = await anotherAccount(service, 'expiry@example.com');
  assertProblem(await holder.send('POST', '/api/keys', { name: 'x', expiresAt: Date.now() - 1 }), 'invalid_request');
  assertProblem(await holder.send('POST', '/api/keys', { name: 'x', expiresAt: 1e15 }), 'invalid_request');
  const made = await holder.send('POST', '/api/keys', { name: 'x', expiresAt: Date.now() + 60_000 });
  const { key } = newApiKey.parse(made.json());
  assertProblem(await withKey(key, 'GET', unknownAudit), 'audit_not_found');
  mock.timers.enable({ apis: ['Date'], now: Date.now() + 60_000 });
  try {
    assertProblem(await withKey(key, 'GET', unknownAudit), 'unauthorized');
  } finally {
    mock.timers.reset();
  }
});

test('bad, expired, revoked and malformed keys get 401 everywhere, also on public routes', async () => {
  for (const url of ['/api/session', '/api/account', '/api/keys', '/api/nowhere', unknownAudit]) {
    for (const authorization of [
      'Bearer',
      'Bearer ',
      'Bearer psa_live_x',
      'Basic YTpi',
      `Bearer a b`,
      'psa_live_x',
      '',
    ]) {
      assertProblem(await http.inject({ url, headers: { authorization } }), 'unauthorized');
    }
  }
  assertProblem(
    await http.inject({ method: 'POST', url: '/api/session', headers: { authorization: 'Bearer x' }, payload: {} }),
    'unauthorized',
  );
});

test('routes for accounts answer anonymous callers with 401 before reading anything', async () => {
  for (const [method, url] of [
    ['GET', '/api/account'],
    ['PATCH', '/api/account'],
    ['DELETE', '/api/account'],
    ['GET', '/api/keys'],
    ['POST', '/api/keys'],
    ['DELETE', '/api/keys/x'],
    ['POST', '/api/keys/x/rotate'],
    ['GET', '/api/sessions'],
    ['DELETE', '/api/sessions'],
    ['DELETE', '/api/sessions/x'],
  ] as const) {
    assertProblem(await http.inject({ method, url }), 'unauthorized');
  }
});

test('the limit of keys holds for concurrent requests', async () => {
  const holder = await anotherAccount(service, 'hoarder@example.com');
  const atOnce = async (count: number) =>
    Promise.all(Array.from({ length: count }, async () => holder.send('POST', '/api/keys', { name: 'x' })));
  // At most as many at once as the pool has connections for within its time-out, even on a busy machine.
  for (let there = 0; there < 90; there += 15) {
    const before = await atOnce(15);
    assert.ok(before.every(({ statusCode }) => statusCode === 201));
  }
  const last = await atOnce(20);
  assert.equal(last.filter(({ statusCode }) => statusCode === 201).length, 10);
  const refused = last.find(({ statusCode }) => statusCode !== 201);
  assert.ok(refused);
  assertProblem(refused, 'too_many_keys');
});

test('a wrong password and an unknown address get the same answer', async () => {
  await anotherAccount(service, 'known@example.com');
  const [wrong, unknown] = await Promise.all(
    ['known@example.com', 'unknown@example.com'].map(async (email) =>
      browser(service, '192.0.2.77').send('POST', '/api/session', { email, password: 'not the password' }),
    ),
  );
  assert.ok(wrong && unknown);
  const [one, other] = [assertProblem(wrong, 'login_failed'), assertProblem(unknown, 'login_failed')];
  assert.deepEqual({ ...one, requestId: '' }, { ...other, requestId: '' });
});

test('guesses are limited per account and per network, and only there', async () => {
  await anotherAccount(service, 'guessed@example.com');
  const signIn = async (address: string, email: string, given: string) =>
    browser(service).send('POST', '/api/session', { email, password: given }, { 'x-forwarded-for': address });
  const guesses = await Promise.all(
    Array.from({ length: 15 }, async (_, n) => signIn('198.51.100.1', 'guessed@example.com', `guess number ${n}`)),
  );
  assert.equal(guesses.filter(({ statusCode }) => statusCode === 401).length, 10, 'also when they come at once');
  const late = await signIn('198.51.100.1', 'guessed@example.com', password);
  assertProblem(late, 'rate_limited');
  assert.match(String(late.headers['retry-after']), /^[1-9]\d*$/);
  assert.equal((await signIn('198.51.100.2', 'guessed@example.com', password)).statusCode, 200);
  assert.equal((await signIn('198.51.100.1', 'known@example.com', password)).statusCode, 200);
  for (let n = 0; n < 12; n += 1) {
    assert.equal(
      (await signIn('198.51.100.3', 'guessed@example.com', password)).statusCode,
      200,
      'what was right is not counted',
    );
  }
});

test('sign-ups are limited per network', async () => {
  const statuses = [];
  for (let n = 0; n < 21; n += 1) {
    const body = { email: `farm-${n}@example.com`, password: 'Password1234' };
    statuses.push((await browser(service, '203.0.113.99').send('POST', '/api/account', body)).statusCode);
  }
  assert.deepEqual(statuses, [...Array.from({ length: 20 }, () => 400), 429]);
});

test('addresses of one IPv6 network count as one guesser', async () => {
  const statuses = [];
  for (let n = 0; n < 12; n += 1) {
    const headers = { 'x-forwarded-for': `2001:db8:7:7::${n}` };
    const answer = await browser(service).send(
      'POST',
      '/api/session',
      { email: 'v6@example.com', password: 'x' },
      headers,
    );
    statuses.push(answer.statusCode);
  }
  assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 401), 429, 429]);
});

test('only the configured number of proxies is trusted', async () => {
  const statuses = [];
  for (let n = 0; n < 11; n += 1) {
    // The client writes the first address, the trusted proxy the last.
    const headers = { 'x-forwarded-for': `203.0.113.${n}, 198.51.100.40` };
    const answer = await browser(service).send(
      'POST',
      '/api/session',
      { email: 'hop@example.com', password: 'x' },
      headers,
    );
    statuses.push(answer.statusCode);
  }
  assert.equal(statuses.at(-1), 429);
});
