import { problem } from '@perimeter/contract/problem';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyFrom } from '../credentials/api-key.ts';
import { deterministicEngine } from '../testing/deterministic-engine.ts';
import { anotherAccount, firstAccount, makeKey } from '../testing/people.ts';
import { serviceForTests } from '../testing/service.ts';

const service = await serviceForTests(deterministicEngine(1), {
  PERIMETER_SIGNUP: 'unconfirmed',
  PERIMETER_RATE_LIMITS: 'on',
});
const { http } = service;
const first = await firstAccount(service);

const start = async (remoteAddress: string, headers: Record<string, string> = {}, payload: unknown = 'not an object') =>
  http.inject({ method: 'POST', url: '/api/audit/start', remoteAddress, headers, payload: Object({ payload }) });
const get = async (url: string, remoteAddress: string, headers: Record<string, string> = {}) =>
  http.inject({ method: 'GET', url, remoteAddress, headers });

test('the eleventh start in a minute is refused before its body is read, with the time to wait', async () => {
  for (let n = 1; n <= 10; n += 1) {
    const answer = await start('192.0.2.1');
    assert.equal(answer.statusCode, 400, 'counted, whatever it is answered');
    assert.equal(answer.headers['ratelimit-policy'], '"start";q=10;w=60');
    assert.match(String(answer.headers['ratelimit']), new RegExp(`^"start";r=${10 - n};t=\\d+$`));
  }
  const refused = await start('192.0.2.1');
  const { code, retryable } = problem.parse(refused.json());
  assert.deepEqual([refused.statusCode, code, retryable], [429, 'rate_limited', true]);
  const seconds = /^"start";r=0;t=(\d+)$/.exec(String(refused.headers['ratelimit']))?.[1];
  assert.equal(refused.headers['retry-after'], seconds);
  assert.ok(Number(seconds) >= 1 && Number(seconds) <= 60);
});

test('a limited number of typing errors does not count against the limit of starts, in JSON and in the form', async () => {
  const remoteAddress = '192.0.2.30';
  const json = async (domain: string) =>
    http.inject({ method: 'POST', url: '/api/audit/start', remoteAddress, payload: { domain } });
  const form = async (domain: string) =>
    http.inject({
      method: 'POST',
      url: '/audits',
      remoteAddress,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `domain=${encodeURIComponent(domain)}`,
    });
  for (let n = 0; n < 20; n += 1) {
    const answer = await (n % 2 === 0 ? json : form)('nonsense');
    assert.equal(answer.statusCode, 422);
    assert.match(String(answer.headers['ratelimit']), /^"start";r=10;/);
  }
  for (let n = 0; n < 9; n += 1) assert.equal((await json(`typed-${n}.net`)).statusCode, 202);
  // The tenth start fills the window; as a typing error it is taken back too.
  assert.equal((await json('203.0.113.7')).statusCode, 422);
  assert.equal((await json('typed-9.net')).statusCode, 202);
  assert.equal((await json('nonsense')).statusCode, 429);
  const fuzzed = [];
  for (let n = 0; n < 80; n += 1)
    fuzzed.push(
      (
        await http.inject({
          method: 'POST',
          url: '/api/audit/start',
          remoteAddress: '192.0.2.31',
          payload: { domain: 'x' },
        })
      ).statusCode,
    );
  assert.equal(fuzzed.filter((status) => status === 422).length, 70);
  assert.equal(fuzzed.at(-1), 429);
});

test('an IPv6 /64 is one caller, and the next /64 another', async () => {
  for (let n = 0; n < 10; n += 1) await start(`2001:db8:0:1::${n + 1}`);
  assert.equal((await start('2001:db8:0:1:ffff::1')).statusCode, 429);
  assert.equal((await start('2001:db8:0:2::1')).statusCode, 400);
});

test('all keys and sessions of an account are one caller, from every network', async () => {
  const holder = await anotherAccount(service, 'holder@example.com');
  const keys = [await makeKey(holder), await makeKey(holder)];
  for (let n = 0; n < 10; n += 1) {
    const { key } = keys[n % 2] ?? { key: '' };
    const answer = await start(`198.51.100.${n + 1}`, { authorization: `Bearer ${key}` });
    assert.match(String(answer.headers['ratelimit']), new RegExp(`^"start";r=${9 - n};`));
  }
  assert.equal((await holder.send('POST', '/api/audit/start', {})).statusCode, 429);
  assert.notEqual((await first.send('POST', '/api/audit/start', {})).statusCode, 429);
});

test('requests that authentication refuses count against their network', async () => {
  const unknown = keyFrom('0'.repeat(43));
  for (const [n, authorization] of ['Bearer psa_live_wrong', `Bearer ${unknown}`, 'Basic YTpi'].entries()) {
    const answer = await start('192.0.2.9', { authorization });
    assert.equal(answer.statusCode, 401);
    assert.match(String(answer.headers['ratelimit']), new RegExp(`^"start";r=${9 - n};`));
  }
  const statuses: number[] = [];
  for (let n = 0; n < 70; n += 1)
    statuses.push((await get('/api/usage', '192.0.2.9', { authorization: `Bearer psa_live_${n}` })).statusCode);
  assert.deepEqual(new Set(statuses.slice(0, 60)), new Set([401]));
  assert.deepEqual(new Set(statuses.slice(60)), new Set([429]));
  const foreign = { origin: 'https://elsewhere.example' };
  const answers = [
    await get('/api/keys', '192.0.2.10'),
    await http.inject({ method: 'POST', url: '/api/session', remoteAddress: '192.0.2.10', headers: foreign }),
    await get('/api/session', '192.0.2.10', { cookie: '__Host-perimeter=ended' }),
  ];
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [401, 403, 401],
  );
  assert.match(String(answers[2]?.headers['ratelimit']), /^"other";r=57;/);
});

test('every endpoint has its own limit', async () => {
  const policies = new Map([
    ['/api/audit/aud_00000000-0000-4000-8000-000000000000', '"status";q=120;w=60'],
    ['/api/audit/aud_00000000-0000-4000-8000-000000000000/report', '"report";q=60;w=60'],
    ['/api/compare', '"compare";q=30;w=60'],
    ['/api/usage', '"usage";q=60;w=60'],
    ['/api/session', '"other";q=60;w=60'],
  ]);
  for (const [url, policy] of policies) {
    assert.equal((await get(url, '192.0.2.20')).headers['ratelimit-policy'], policy, url);
  }
  const pdf = await first.send('GET', '/api/audit/aud_00000000-0000-4000-8000-000000000000/report/pdf');
  assert.equal(pdf.headers['ratelimit-policy'], '"pdf";q=20;w=60');
});

test('pages and the OpenAPI document share one limit; health and readiness have none', async () => {
  for (const url of ['/', '/docs', '/openapi.json', '/nowhere']) {
    assert.match(String((await get(url, '192.0.2.30')).headers['ratelimit']), /^"pages";r=59\d;t=/, url);
  }
  for (const url of ['/health', '/ready']) {
    assert.equal((await get(url, '192.0.2.30')).headers['ratelimit'], undefined, url);
  }
});
