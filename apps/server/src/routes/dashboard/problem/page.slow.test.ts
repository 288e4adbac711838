import { problem } from '@perimeter/contract/problem';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deterministicEngine } from '../../../testing/deterministic-engine.ts';
import { anotherAccount, type Browser, firstAccount } from '../../../testing/people.ts';
import { serviceForTests } from '../../../testing/service.ts';

const service = await serviceForTests(deterministicEngine(1), {
  PERIMETER_SIGNUP: 'unconfirmed',
  PERIMETER_RATE_LIMITS: 'on',
});
const holder = await firstAccount(service);
const { http } = service;

const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const html = { accept };
const form = { ...html, 'content-type': 'application/x-www-form-urlencoded' };
type Answer = Awaited<ReturnType<Browser['send']>>;

function assertPage({ statusCode, headers, body }: Answer, status: number): void {
  assert.equal(statusCode, status, body);
  assert.match(String(headers['content-type']), /^text\/html/);
  assert.match(String(headers['content-security-policy']), /require-trusted-types-for/);
  assert.ok(body.includes(`Error <!-- -->${status}`) || body.includes(`Error ${status}`));
  assert.match(body, /Start page/);
}

test("an unknown path is answered with a page for browsers, including the reader's name, and with a problem for programs", async () => {
  const answer = await holder.send('GET', '/no/such/page', undefined, html);
  assertPage(answer, 404);
  assert.match(answer.body, /first@example\.com|\/settings\/account/);
  assert.match(answer.body, /request id <code>/);
  for (const [url, headers] of [
    ['/no/such/page', {}],
    ['/no/such/page', { accept: '*/*' }],
    ['/api/no-such', html],
  ] as const) {
    const other = await holder.send('GET', url, undefined, headers);
    assert.equal(problem.parse(other.json()).code, 'not_found');
  }
});

test('a wrong method is answered with a page and Allow', async () => {
  const answer = await holder.send('POST', '/checks', '', form);
  assertPage(answer, 405);
  assert.match(String(answer.headers.allow), /GET/);
});

test('a form that is too large is answered with a page', async () => {
  assertPage(await holder.send('POST', '/audits', `domain=${'a'.repeat(17_000)}`, form), 413);
});

test('a body of another media type is answered with a page', async () => {
  assertPage(await holder.send('POST', '/audits', '{}', { ...html, 'content-type': 'application/json' }), 415);
});

test('starts by form count against the logged-in account, not its network', async () => {
  const [one, two] = [
    await anotherAccount(service, 'one@example.com'),
    await anotherAccount(service, 'two@example.com'),
  ];
  // Both have the same client address.
  const start = async (by: Browser, n: number) =>
    http.inject({
      method: 'POST',
      url: '/audits',
      remoteAddress: '192.0.2.9',
      headers: { host: 'perimeter.test', ...form, cookie: `__Host-perimeter=${by.cookie()}` },
      payload: `domain=form-${n}.net`,
    });
  for (let n = 0; n < 10; n += 1) assert.equal((await start(one, n)).statusCode, 303);
  const refused = await start(one, 10);
  assertPage(refused, 429);
  assert.ok(Number(refused.headers['retry-after']) > 0);
  assert.match(refused.body, /Wait a moment/);
  assert.doesNotMatch(refused.body, /one@example\.com/, 'the same page for everybody');
  assert.equal((await start(two, 11)).statusCode, 303);
});

const id = 'aud_00000000-0000-4000-8000-000000000000';
for (const url of [
  `/audits/${id}`,
  `/audits/${id}/checks/cert-expired`,
  `/audits/${id}/no-such-page`,
  `/verify/${'0'.repeat(64)}`,
  `/api/audit/${id}`,
  `/api/audit/${id}/phases`,
  `/api/audit/${id}/report`,
  `/api/audit/${id}/report/pdf`,
  `/api/audit/${id}/events`,
  `/api/audit/${id}/no-such-path`,
]) {
  test(`${url} is not indexed, and its links send no Referer`, async () => {
    const { headers } = await holder.send('GET', url, undefined, html);
    assert.deepEqual([headers['x-robots-tag'], headers['referrer-policy']], ['noindex', 'no-referrer']);
  });
}
