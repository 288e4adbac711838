import { usage } from '@perimeter/contract/account/usage';
import { serviceStatus } from '@perimeter/contract/account/administration';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { anotherAccount, firstAccount, makeKey } from '../../testing/people.ts';
import { serviceForTests } from '../../testing/service.ts';

const env = { PERIMETER_SIGNUP: 'unconfirmed', PERIMETER_RATE_LIMITS: 'off', PERIMETER_SHARE_SECONDS: '0' };

/** Limits of an administrator, of her key and of somebody else, after so many audits of hers. */
async function limitsOf(more: Record<string, string>, audits: number) {
  const service = await serviceForTests(deterministicEngine(0), { ...env, ...more });
  const admin = await firstAccount(service);
  const { key } = await makeKey(admin);
  const statuses = new Set<number>();
  for (let n = 0; n < audits; n += 1)
    statuses.add((await admin.send('POST', '/api/audit/start', { domain: `d${n}.net` })).statusCode);
  const byKey = await service.http.inject({ url: '/api/usage', headers: { authorization: `Bearer ${key}` } });
  const bySession = usage.parse((await admin.send('GET', '/api/usage')).json());
  const other = await anotherAccount(service, 'other@example.com');
  return { admin, statuses, bySession, byKey: usage.parse(byKey.json()), other, service };
}

test('an administrator has no monthly limit, by session and key; others have theirs', async () => {
  const { admin, statuses, bySession, byKey, other, service } = await limitsOf({}, 52);
  assert.deepEqual([...statuses], [202]);
  for (const one of [bySession, byKey]) {
    assert.deepEqual([one.unlimited, one.used, one.remaining], [true, 52, one.limit - 52]);
    assert.ok(Number.isInteger(one.limit) && one.limit > 1_000_000);
  }
  const theirs = usage.parse((await other.send('GET', '/api/usage')).json());
  assert.deepEqual([theirs.unlimited, theirs.limit], [false, 50]);
  assert.doesNotMatch((await admin.send('GET', '/')).body, /credits left/);
  assert.match((await other.send('GET', '/')).body, /50 credits left/);
  const { queue, versions, lists } = serviceStatus.parse(
    (await admin.send('GET', '/api/administration/status')).json(),
  );
  assert.equal(queue.waiting + queue.running + queue.endedLastHour, 52);
  assert.match(versions.database, /^\d+/);
  assert.match(versions.schema, /^\d{4}-/);
  assert.ok(lists.length > 3);
  assert.equal((await other.send('GET', '/api/administration/status')).statusCode, 403);
  assert.equal((await service.http.inject('/api/administration/status')).statusCode, 401);
});

test('the operator sets one all the same', async () => {
  const { statuses, bySession } = await limitsOf({ PERIMETER_ADMIN_CREDITS: '2' }, 3);
  assert.deepEqual([...statuses], [202, 402]);
  assert.deepEqual([bySession.unlimited, bySession.limit, bySession.remaining], [false, 2, 0]);
});
