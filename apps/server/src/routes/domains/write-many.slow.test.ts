import { checkedBatch } from '@perimeter/contract/batch';
import { domainList } from '@perimeter/contract/domains';
import { problem } from '@perimeter/contract/problem';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { meteredService } from '../../testing/metered-service.ts';

const { db, account, get, call, start, ended } = await meteredService(deterministicEngine(1), {
  PERIMETER_RATE_LIMITS: 'off',
  PERIMETER_SHARE_SECONDS: '0',
});
type Caller = Awaited<ReturnType<typeof account>>;

const change = async (caller: Caller, ...domains: object[]) => call(caller, 'PATCH', '/api/domains', { domains });
const check = async (caller: Caller, text: string) =>
  checkedBatch.parse((await call(caller, 'POST', '/api/batches/check', { text })).json());
const kept = async (caller: Caller) =>
  domainList
    .parse((await get(caller, '/api/domains?sort=name')).json())
    .domains.map(({ domain, tags, owner, note }) => [domain, tags.join(' '), owner, note]);

test('the file that the list was written to is taken again: it changes nothing, and what is edited in it is shown first', async () => {
  const [caller, other] = [await account(), await account()];
  for (const domain of ['one.net', 'two.net']) await ended(caller, await start(caller, { domain }));
  assert.equal((await call(caller, 'PUT', '/api/domains/one.net/tags', { tags: ['=eu', 'shop'] })).statusCode, 200);
  await call(caller, 'PATCH', '/api/domains/one.net', { owner: '+49 Jane', note: 'says "so", twice' });

  const file = (await get(caller, '/api/domains.csv?sort=name')).body;
  assert.deepEqual(
    (await check(caller, file)).lines.map(({ domain, words }) => [domain, words]),
    [
      ['one.net', null],
      ['two.net', null],
    ],
  );
  const edited = file.replace('twice', 'thrice').replace('"two.net"', '"TWO.net."');
  const lines = (await check(caller, `${edited}"new.net"\n`)).lines;
  assert.deepEqual(
    lines.map(({ words }) => words?.note ?? null),
    [{ before: 'says "so", twice', after: 'says "so", thrice' }, null, null],
  );
  assert.equal((await kept(caller))[0]?.[3], 'says "so", twice', 'a check writes nothing');
  const done = await change(
    caller,
    { domain: 'one.net', note: 'says "so", thrice', was: { note: 'says "so", twice' } },
    { domain: 'TWO.net.', tags: ['a', 'a', 'b'], owner: 'Ann' },
    { domain: 'never.net', owner: 'Nobody' },
  );
  assert.deepEqual(done.json(), {
    changed: ['one.net', 'two.net'],
    left: [{ domain: 'never.net', reason: 'not_audited' }],
  });
  assert.deepEqual(await kept(caller), [
    ['one.net', '=eu shop', '+49 Jane', 'says "so", thrice'],
    ['two.net', 'a b', 'Ann', ''],
  ]);
  assert.deepEqual((await change(other, { domain: 'one.net', owner: 'Eve' })).json(), {
    changed: [],
    left: [{ domain: 'one.net', reason: 'not_audited' }],
  });
  assert.equal((await kept(caller))[0]?.[2], '+49 Jane');
});

test('what somebody typed after the file was checked stays', async () => {
  const caller = await account();
  await ended(caller, await start(caller, { domain: 'typed.net' }));
  await call(caller, 'PATCH', '/api/domains/typed.net', { note: 'typed meanwhile' });
  const late = await change(caller, { domain: 'typed.net', note: 'from the file', was: { note: '' } });
  assert.deepEqual(late.json(), { changed: [], left: [{ domain: 'typed.net', reason: 'changed_meanwhile' }] });
  assert.deepEqual(await kept(caller), [['typed.net', '', '', 'typed meanwhile']]);
  const both = await Promise.all(
    ['Ann', 'Bob'].map(async (owner) => change(caller, { domain: 'typed.net', owner, was: { owner: '' } })),
  );
  assert.deepEqual(both.map((one) => one.json<{ changed: string[] }>().changed.length).toSorted(), [0, 1], 'one wins');
});

test('what a list says of a new domain is kept once the domain stands in a batch, and a line listed twice counts once', async () => {
  const caller = await account();
  const { lines } = await check(caller, 'domain,owner\nfresh.net,Jane\nFRESH.net.,Ann');
  assert.deepEqual(
    lines.map(({ words }) => [words?.owner?.after, words?.isKnown, words?.refused.length]),
    [
      ['Jane', false, 0],
      [undefined, false, 1],
    ],
  );
  await db.updateTable('accounts').set({ plan: 'pro' }).where('id', '=', String(caller.accountId)).execute();
  assert.equal((await call(caller, 'POST', '/api/batches', { domains: ['fresh.net'] })).statusCode, 201);
  const done = await change(caller, { domain: 'fresh.net', owner: 'Jane', was: { owner: '' } });
  assert.deepEqual(done.json(), { changed: ['fresh.net'], left: [] });
});

test('mistakes are named by their place, the number of domains is bounded, and nothing is changed then', async () => {
  const caller = await account();
  await ended(caller, await start(caller, { domain: 'bounded.net' }));
  const wrong = problem.parse((await change(caller, { domain: 'bounded.net', owner: 'x' }, { domain: 'a b' })).json());
  assert.deepEqual(
    [wrong.code, wrong.errors?.map(({ pointer }) => pointer)],
    ['invalid_domain', ['/domains/1/domain']],
  );
  const many = Array.from({ length: 101 }, (_none, at) => ({ domain: `m${at}.net`, owner: 'x' }));
  for (const refused of [
    await change(caller, ...many),
    await change(caller, { domain: 'bounded.net', owner: 'o'.repeat(101) }),
  ])
    assert.equal(problem.parse(refused.json()).code, 'invalid_request');
  assert.deepEqual(await kept(caller), [['bounded.net', '', '', '']]);
});
