import { problem } from '@perimeter/contract/problem';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { examples } from '../../plugins/openapi/examples.data.ts';
import { exampleQuery } from '../../plugins/openapi/operations.ts';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { anotherAccount, browser, firstAccount, makeKey, password } from '../../testing/people.ts';
import { serviceForTests } from '../../testing/service.ts';

const service = await serviceForTests(deterministicEngine(1), {
  PERIMETER_SIGNUP: 'unconfirmed',
  PERIMETER_PUBLIC_URL: 'https://perimeter.test',
});
const admin = await firstAccount(service);
const openapi = z
  .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
  .parse((await service.http.inject('/openapi.json')).json());

/** Pages that show something of the logged-in account, at least its address. */
const pages = [
  '/',
  '/audits',
  '/domains',
  '/settings/keys',
  '/settings/usage',
  '/settings/accepted',
  '/settings/answers',
  '/settings/account',
  '/admin',
  '/checks',
];

/** The same for everyone. */
const ofNobody = new Set(['/api/checks', '/openapi.json']);

test('no browser and no cache stores an answer for an account', async () => {
  const audit = await admin.send('POST', '/api/audit/start', { domain: 'your-domain.net' });
  const { id } = z.object({ id: z.string() }).parse(audit.json());
  assert.equal(audit.headers['cache-control'], 'no-store');
  const reads = Object.entries(openapi.paths).flatMap(([path, methods]) => ('get' in methods ? [path] : []));
  const queried = (path: string): string => {
    const query = exampleQuery(examples[`get ${path}`]?.query);
    return `${path.replace('{id}', id).replace('{domain}', 'your-domain.net')}${query === '' ? '' : `?${query}`}`;
  };
  const paths = [...pages, `/audits/${id}`, ...reads.filter((path) => !ofNobody.has(path)).map(queried)];
  for (const path of paths) {
    const { headers } = await admin.send('GET', path);
    assert.match(String(headers['cache-control']), /^no-store\b/, path);
  }
  const { key } = await makeKey(admin);
  for (const path of [`/api/audit/${id}`, '/api/audits', '/api/domains']) {
    const answer = await service.http.inject({ url: path, headers: { authorization: `Bearer ${key}` } });
    assert.match(String(answer.headers['cache-control']), /^no-store\b/, path);
  }
  const script = /src="(\/[^"]+\.js)"/.exec((await admin.send('GET', '/settings/keys')).body)?.[1] ?? '';
  assert.match(String((await admin.send('GET', script)).headers['cache-control']), /^public/);
});

test('every way of logging out leaves nothing in the browser but the cookie of a known device', async () => {
  const email = 'leaves@example.com';
  const holder = await anotherAccount(service, email);
  const again = async () => holder.send('POST', '/api/session', { email, password });
  const ways = [
    async () => holder.send('DELETE', '/api/session'),
    async () => holder.send('DELETE', '/api/sessions'),
    async () => holder.send('DELETE', '/api/account', { currentPassword: password }),
  ];
  for (const [index, leave] of ways.entries()) {
    assert.equal((await again()).statusCode, 200);
    const { statusCode, headers } = await leave();
    assert.equal(statusCode, index === 2 ? 202 : 204);
    assert.equal(headers['clear-site-data'], '"cache", "storage"');
    assert.match(String(headers['set-cookie']), /^__Host-perimeter=;.*Max-Age=0$/);
  }
  const others = await anotherAccount(service, 'stays@example.com');
  assert.equal((await others.send('DELETE', '/api/sessions?except=current')).headers['clear-site-data'], undefined);
});

test('a logged-in person can change the password while others guess, but cannot guess more often', async () => {
  const email = 'guessed@example.com';
  const holder = await anotherAccount(service, email);
  const guess = async (n: number) =>
    browser(service, `198.51.${n >> 3}.${n & 7}`).send('POST', '/api/session', { email, password: `guess ${n}` });
  let refused = 0;
  for (let n = 0; refused === 0 && n < 200; n += 1) refused = (await guess(n)).statusCode === 429 ? n : 0;
  assert.ok(refused > 0, 'strangers are stopped');
  assert.equal(
    (await browser(service, '203.0.113.9').send('POST', '/api/session', { email, password })).statusCode,
    429,
  );
  const change = async (currentPassword: string) =>
    holder.send('PATCH', '/api/account', { currentPassword, newPassword: 'four quite different words' });
  assert.equal((await change(password)).statusCode, 200);
  const statuses: number[] = [];
  for (let n = 0; n < 11; n += 1) statuses.push((await change(`wrong ${n}`)).statusCode);
  assert.deepEqual([statuses.slice(0, 10).every((status) => status === 401), statuses[10]], [true, 429]);
});

test('requesting a link gets an empty answer, whether or not the account exists', async () => {
  for (const email of ['nobody@example.com', 'guessed@example.com']) {
    const { statusCode, body, headers } = await browser(service).send('POST', '/api/account/password-reset', { email });
    assert.deepEqual([statusCode, body, headers['content-type']], [202, '', undefined]);
  }
  const wrong = await browser(service).send('POST', '/api/account/password-reset', { email: 'x' });
  assert.equal(problem.parse(wrong.json()).code, 'invalid_request');
});
