import { batch } from '@perimeter/contract/batch';
import { apiKeyList } from '@perimeter/contract/account/key';
import { usage } from '@perimeter/contract/account/usage';
import { serviceStatus } from '@perimeter/contract/account/administration';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { period } from '../../repositories/limits/credits.ts';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { anotherAccount, firstAccount, makeKey } from '../../testing/people.ts';
import { meteredService } from '../../testing/metered-service.ts';

const env = { PERIMETER_SIGNUP: 'unconfirmed', PERIMETER_RATE_LIMITS: 'off', PERIMETER_SHARE_SECONDS: '0' };

/** An administrator's browser and key on a service with these settings. */
async function administratorOf(more: Record<string, string>) {
  const service = await meteredService(deterministicEngine(0), { ...env, ...more });
  const admin = await firstAccount(service);
  const { key, id: keyId } = await makeKey(admin);
  const headers = { authorization: `Bearer ${key}` };
  const callers = {
    browser: async (method: 'GET' | 'POST', url: string, body?: object) => admin.send(method, url, body),
    key: async (method: 'GET' | 'POST', url: string, payload?: object) =>
      service.http.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) }),
  };
  let domains = 0;
  const start = async (by: keyof typeof callers, times: number): Promise<number[]> => {
    const statuses = new Set<number>();
    for (let n = 0; n < times; n += 1) {
      domains += 1;
      statuses.add((await callers[by]('POST', '/api/audit/start', { domain: `d${domains}.net` })).statusCode);
    }
    return [...statuses];
  };
  /** Charges starts as the service does, because it takes long to start fifty audits. */
  const spend = async (chargedBy: 'session' | 'key', times: number): Promise<void> => {
    const { id } = await service.db
      .selectFrom('accounts')
      .select('id')
      .where('is_admin', '=', true)
      .executeTakeFirstOrThrow();
    const entry = () => ({
      owner: `account:${id}`,
      period,
      audit_id: crypto.randomUUID(),
      amount: 1 as const,
      reason: 'started' as const,
      charged_by: chargedBy === 'key' ? `key:${keyId.slice(4)}` : chargedBy,
    });
    await service.db
      .insertInto('credit_entries')
      .values(Array.from({ length: times }, entry))
      .execute();
  };
  const used = async (by: keyof typeof callers) => usage.parse((await callers[by]('GET', '/api/usage')).json());
  const creditsOfKeys = async (by: keyof typeof callers) =>
    apiKeyList.parse((await callers[by]('GET', '/api/keys')).json()).credits;
  return { service, admin, callers, start, spend, used, creditsOfKeys };
}

const shared = await administratorOf({});
/** The service with the usual limits, in a month in which nothing was charged yet. */
async function usual() {
  await shared.service.db.deleteFrom('credit_entries').execute();
  return shared;
}

test('administrators have no monthly limit in the browser; their keys and other accounts do', async () => {
  const { service, admin, start, spend, used, creditsOfKeys } = await usual();
  await spend('session', 49);
  assert.deepEqual(await start('browser', 3), [202]);
  const bySession = await used('browser');
  assert.deepEqual([bySession.unlimited, bySession.used, bySession.remaining], [true, 52, bySession.limit - 52]);
  assert.ok(Number.isInteger(bySession.limit) && bySession.limit > 1_000_000);
  const byKey = await used('key');
  assert.deepEqual([byKey.unlimited, byKey.used, byKey.limit, byKey.remaining], [false, 0, 50, 50]);
  for (const by of ['browser', 'key'] as const)
    assert.deepEqual(await creditsOfKeys(by), { limit: 50, isSharedWithBrowser: false });
  const other = await anotherAccount(service, 'other@example.com');
  const theirs = usage.parse((await other.send('GET', '/api/usage')).json());
  assert.deepEqual([theirs.unlimited, theirs.limit], [false, 50]);
  const { credits } = apiKeyList.parse((await other.send('GET', '/api/keys')).json());
  assert.deepEqual(credits, { limit: 50, isSharedWithBrowser: true });
  assert.doesNotMatch((await admin.send('GET', '/')).body, /credits left/);
  assert.match((await other.send('GET', '/')).body, /50 credits left/);
  const { queue, versions, lists } = serviceStatus.parse(
    (await admin.send('GET', '/api/administration/status')).json(),
  );
  assert.equal(queue.waiting + queue.running + queue.endedLastHour, 3);
  assert.match(versions.database, /^\d+/);
  assert.match(versions.schema, /^\d{4}-/);
  assert.ok(lists.length > 3);
  assert.equal((await other.send('GET', '/api/administration/status')).statusCode, 403);
  assert.equal((await service.http.inject('/api/administration/status')).statusCode, 401);
});

test("an administrator's key starts fifty audits a month, and the browser continues beyond that", async () => {
  const { start, spend, used } = await usual();
  await spend('key', 48);
  assert.deepEqual(await start('key', 2), [202]);
  assert.deepEqual(await start('key', 1), [402]);
  assert.deepEqual(await start('browser', 1), [202]);
  const byKey = await used('key');
  assert.deepEqual([byKey.used, byKey.limit, byKey.remaining], [50, 50, 0]);
});

test('a batch is charged to the credential that started it', async () => {
  const { start, spend, used, callers } = await usual();
  await spend('key', 48);
  assert.deepEqual(await start('key', 1), [202]);
  const batchOf = async (by: keyof typeof callers, name: string): Promise<unknown> => {
    const domains = [`${name}-1.net`, `${name}-2.net`];
    const { id } = batch.parse((await callers[by]('POST', '/api/batches', { domains })).json());
    for (const deadlineMs = performance.now() + 30_000; performance.now() < deadlineMs; await sleep(50)) {
      const { status, pausedBecause } = batch.parse((await callers[by]('GET', `/api/batches/${id}`)).json());
      if (status !== 'running') return pausedBecause ?? status;
    }
    return 'running';
  };
  assert.equal(await batchOf('key', 'pipeline'), 'credits_exhausted');
  assert.equal(await batchOf('browser', 'page'), 'done');
  assert.equal((await used('key')).used, 50);
  assert.equal((await used('browser')).used, 52);
});

test('the operator can set one limit for both', async () => {
  const { start, used, creditsOfKeys } = await administratorOf({ PERIMETER_ADMIN_CREDITS: '2' });
  assert.deepEqual(await start('browser', 1), [202]);
  assert.deepEqual(await start('key', 2), [202, 402]);
  assert.deepEqual(await start('browser', 1), [402]);
  for (const { unlimited, limit, remaining } of [await used('browser'), await used('key')])
    assert.deepEqual([unlimited, limit, remaining], [false, 2, 0]);
  for (const by of ['browser', 'key'] as const)
    assert.deepEqual(await creditsOfKeys(by), { limit: 2, isSharedWithBrowser: true });
});
