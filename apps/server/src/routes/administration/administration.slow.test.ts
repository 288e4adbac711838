import { accountList, optOutList } from '@perimeter/contract/account/administration';
import { problem } from '@perimeter/contract/problem';
import { usage } from '@perimeter/contract/account/usage';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { anotherAccount, type Browser, firstAccount, makeKey } from '../../testing/people.ts';
import { serviceForTests } from '../../testing/service.ts';

const service = await serviceForTests(deterministicEngine(1), { PERIMETER_SIGNUP: 'unconfirmed' });
const administrator = await firstAccount(service);
const holder = await anotherAccount(service, 'holder@example.com');
for (const name of ['b', 'a', 'c']) await anotherAccount(service, `${name}@many.example.com`);

const codeOf = (answer: { json: () => unknown }): string => problem.parse(answer.json()).code;
const list = async (query: string) =>
  accountList.parse((await administrator.send('GET', `/api/accounts?${query}`)).json());
const statusOf = async (caller: Browser, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  (await caller.send(method, path, body)).statusCode;

test('accounts are found by part of their address, page by page, each once', async () => {
  const first = await list('q=MANY.example&limit=2');
  assert.deepEqual(
    first.accounts.map(({ email }) => email),
    ['a@many.example.com', 'b@many.example.com'],
  );
  const rest = await list(`q=many.example&limit=2&after=${encodeURIComponent(first.next ?? '')}`);
  assert.deepEqual(
    rest.accounts.map(({ email }) => email),
    ['c@many.example.com'],
  );
  assert.equal(rest.next, null);
  assert.deepEqual((await list('q=%25')).accounts, [], 'a percent sign is one');
});

test('a change of plan takes effect at once, also for keys, and usage is shown', async () => {
  const { key } = await makeKey(holder);
  const limit = async (): Promise<number> =>
    usage.parse((await service.http.inject({ url: '/api/usage', headers: { authorization: `Bearer ${key}` } })).json())
      .limit;
  assert.equal(await limit(), 50);
  await holder.send('POST', '/api/audit/start', { domain: 'mine.net' });
  const body = { email: 'holder@example.com', plan: 'pro' };
  assert.equal(await statusOf(administrator, 'POST', '/api/accounts/plan', body), 200);
  assert.equal(await limit(), 1_000);
  const [listed] = (await list('q=holder')).accounts;
  assert.deepEqual([listed?.plan, listed?.creditsUsed, listed?.hasSecondFactor], ['pro', 1, false]);
  const none = { email: 'nobody@example.com', plan: 'pro' };
  assert.equal(codeOf(await administrator.send('POST', '/api/accounts/plan', none)), 'account_not_found');
});

test('a domain is refused with all subdomains once it is opted out, until that is removed', async () => {
  const body = { domain: 'Opted-Out.net.', reason: 'asked by mail' };
  assert.equal(await statusOf(administrator, 'POST', '/api/opt-outs', body), 204);
  const start = async () => holder.send('POST', '/api/audit/start', { domain: 'www.opted-out.net' });
  assert.equal(codeOf(await start()), 'domain_opted_out');
  const { optOuts } = optOutList.parse((await administrator.send('GET', '/api/opt-outs')).json());
  assert.deepEqual(
    optOuts.map(({ domain, reason }) => [domain, reason]),
    [['opted-out.net', 'asked by mail']],
  );
  const own = { domain: 'bücher.net', reason: 'asked by mail' };
  assert.equal(await statusOf(administrator, 'POST', '/api/opt-outs', own), 204);
  const { optOuts: both } = optOutList.parse((await administrator.send('GET', '/api/opt-outs')).json());
  assert.deepEqual(
    both.map(({ listedAs }) => listedAs),
    ['opted-out.net', 'bücher.net (xn--bcher-kva.net)'],
  );
  const gone = { domain: 'opted-out.net' };
  assert.equal(await statusOf(administrator, 'DELETE', '/api/opt-outs', gone), 204);
  assert.equal((await start()).statusCode, 202);
  assert.equal(codeOf(await administrator.send('DELETE', '/api/opt-outs', gone)), 'opt_out_not_found');
});

test('only administrators see the page', async () => {
  assert.equal(await statusOf(administrator, 'GET', '/admin'), 200);
  assert.equal(await statusOf(holder, 'GET', '/admin'), 404);
  const { statusCode, headers } = await service.http.inject('/admin');
  assert.deepEqual([statusCode, headers.location], [303, '/sign-in?next=%2Fadmin']);
});
