import { ledger } from '@perimeter/contract/account/ledger';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { type Caller, meteredService, nobody } from '../../testing/metered-service.ts';

const { account, get, start, ended } = await meteredService(deterministicEngine(1), { PERIMETER_SHARE_SECONDS: '0' });
const read = async (by: Caller, query = '') => ledger.parse((await get(by, `/api/usage/ledger${query}`)).json());
const dayNow = (): string => new Date().toISOString().slice(0, 10);

test('each charge and refund is listed, newest first, with its key, and the days add up to the credits used', async (t) => {
  const today = dayNow();
  const [caller, other] = [await account(), await account()];
  for (const domain of ['one.net', 'failing.net', 'two.net']) await ended(caller, await start(caller, { domain }));
  await ended(other, await start(other, { domain: 'other.net' }));
  const { entries, days, nextCursor } = await read(caller);
  assert.deepEqual(
    entries.map(({ domain, credits, reason, status }) => [domain, credits, reason, status]),
    [
      ['two.net', 1, 'started', 'completed'],
      ['failing.net', -1, 'failed', 'failed'],
      ['failing.net', 1, 'started', 'failed'],
      ['one.net', 1, 'started', 'completed'],
    ],
  );
  assert.ok(entries.every(({ by }) => by.kind === 'key' && by.name === 'test'));
  assert.deepEqual([entries[0]?.score, entries[0]?.grade, entries[2]?.score], [100, 'A+', null]);
  assert.equal(nextCursor, null);
  if (dayNow() !== today) return t.skip('a day, and perhaps a month, has ended meanwhile');
  assert.deepEqual(days, [{ day: today, used: 2 }]);
  const usage = Reflect.get(Object((await get(caller, '/api/usage')).json()), 'used');
  assert.equal(usage, 2);
});

test('pages list every entry once, while audits are started', async () => {
  const caller = await account();
  for (const n of [1, 2, 3, 4, 5]) await ended(caller, await start(caller, { domain: `page-${n}.net` }));
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await read(caller, `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
    seen.push(...page.entries.map(({ domain }) => domain));
    cursor = page.nextCursor;
    await ended(caller, await start(caller, { domain: `later-${seen.length}.net` }));
  }
  assert.deepEqual(
    seen,
    [5, 4, 3, 2, 1].map((n) => `page-${n}.net`),
  );
});

test('only accounts have a ledger, and it accepts only its own cursors', async () => {
  assert.equal((await get(nobody, '/api/usage/ledger')).statusCode, 401);
  const caller = await account();
  for (const query of ['cursor=x', 'cursor=-1', 'cursor=0', 'cursor=9999999999999999999', 'limit=0', 'more=1'])
    assert.equal((await get(caller, `/api/usage/ledger?${query}`)).statusCode, 400, query);
});
