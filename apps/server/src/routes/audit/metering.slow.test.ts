import { auditStarted } from '@perimeter/contract/audit';
import { problem } from '@perimeter/contract/problem';
import { usage } from '@perimeter/contract/account/usage';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { takeLock } from '../../repositories/locks.ts';
import { heldEngine } from '../../testing/held-engine.ts';
import { meteredService, nobody, type Caller } from '../../testing/metered-service.ts';

const { engine } = heldEngine();
const service = await meteredService(engine, { PERIMETER_ANONYMOUS_CREDITS: '2' });
const { db, account, get, post, start, ended, costOf } = service;

const ownerOf = ({ accountId }: Caller): string => `account:${accountId}`;
const usageOf = async (caller: Caller) => usage.parse((await get(caller, '/api/usage')).json());
const codeOf = (answer: { json: () => unknown }): string => problem.parse(answer.json()).code;

/** Uses up a number of this month's credits. */
async function spend(caller: Caller, credits: number): Promise<void> {
  const month = new Date().toISOString().slice(0, 7);
  const row = () => ({
    owner: ownerOf(caller),
    period: `${month}-01`,
    audit_id: randomUUID(),
    amount: 1 as const,
    reason: 'test',
  });
  await db
    .insertInto('credit_entries')
    .values(Array.from({ length: credits }, row))
    .execute();
}

test('with one credit left, of thirty concurrent starts one is accepted and 29 are refused with the time of the reset', async () => {
  const caller = await account();
  await spend(caller, 49);
  const answers = await Promise.all(
    Array.from({ length: 30 }, async (_, n) => post(caller, { domain: `rush-${n}.net` })),
  );
  const accepted = answers.filter(({ statusCode }) => statusCode === 202);
  const refused = answers.filter(({ statusCode }) => statusCode === 402);
  assert.deepEqual([accepted.length, refused.length], [1, 29]);
  const { resetsAt, code } = problem.parse(refused[0]?.json());
  assert.equal(code, 'credits_exhausted');
  const reset = new Date(resetsAt ?? 0);
  assert.ok(reset.getTime() > Date.now() && reset.toISOString().endsWith('-01T00:00:00.000Z'));
  assert.deepEqual(
    { ...(await usageOf(caller)), resetsAt: 0 },
    {
      used: 50,
      limit: 50,
      remaining: 0,
      isAuthenticated: true,
      subscriptionStatus: 'free',
      resetsAt: 0,
      plan: 'free',
      unlimited: false,
    },
  );
});

test('credits used in another month do not count', async () => {
  const caller = await account();
  const row = {
    owner: ownerOf(caller),
    period: '2020-01-01',
    audit_id: randomUUID(),
    amount: 1 as const,
    reason: 'test',
  };
  await db.insertInto('credit_entries').values(row).execute();
  assert.equal((await usageOf(caller)).used, 0);
});

test("a failed audit's credit is refunded, a completed one's is not", async () => {
  const caller = await account('pro');
  const failing = await start(caller, { domain: 'failing.net' });
  const completing = await start(caller, { domain: 'completing.net' });
  assert.equal((await ended(caller, failing)).status, 'failed');
  assert.equal((await ended(caller, completing)).status, 'completed');
  assert.deepEqual([await costOf(failing), await costOf(completing)], [0, 1]);
  const { used, limit, remaining, subscriptionStatus, plan } = await usageOf(caller);
  assert.deepEqual([used, limit, remaining, subscriptionStatus, plan], [1, 1000, 999, 'premium', 'pro']);
});

test('anonymous callers of one network share an allowance, and the answer reports it', async () => {
  await start(nobody, { domain: 'first.net' });
  await start(nobody, { domain: 'second.net' });
  assert.equal(codeOf(await post(nobody, { domain: 'third.net' })), 'credits_exhausted');
  const { used, limit, remaining, isAuthenticated, plan } = await usageOf(nobody);
  assert.deepEqual([used, limit, remaining, isAuthenticated, plan], [2, 2, 0, false, 'anonymous']);
});

test('twenty concurrent requests with one key are one audit and one credit, and all answers are the same', async () => {
  const caller = await account();
  const headers = { 'idempotency-key': 'build-4711' };
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => post(caller, { domain: 'once.net' }, headers)),
  );
  const accepted = answers.filter(({ statusCode }) => statusCode === 202);
  const ids = new Set(accepted.map((answer) => auditStarted.parse(answer.json()).id));
  assert.equal(ids.size, 1);
  assert.equal(accepted.filter(({ headers }) => headers['idempotency-replayed'] === undefined).length, 1);
  for (const answer of answers) assert.ok(answer.statusCode === 202 || codeOf(answer) === 'idempotency_in_flight');
  assert.equal((await usageOf(caller)).used, 1);

  const again = await post(caller, { domain: ' ONCE.net. ', scanMode: 'standard' }, headers);
  assert.equal(again.body, accepted[0]?.body);
  assert.deepEqual(
    [again.headers['idempotency-replayed'], again.headers.location],
    ['true', accepted[0]?.headers.location],
  );
  assert.equal(codeOf(await post(caller, { domain: 'once.net', scanMode: 'deep' }, headers)), 'idempotency_mismatch');
  const stranger = await post(await account(), { domain: 'once.net' }, headers);
  assert.equal(stranger.headers['idempotency-replayed'], undefined);
});

test('while the first request with a key is in progress, a second one gets a conflict', async () => {
  const caller = await account();
  const key = randomUUID();
  const answer = await db.transaction().execute(async (trx) => {
    await takeLock(trx, 'idempotency', `${ownerOf(caller)} ${key}`);
    return post(caller, { domain: 'slow.net' }, { 'idempotency-key': key });
  });
  assert.equal(codeOf(answer), 'idempotency_in_flight');
  assert.equal(answer.headers['retry-after'], '1');
});

test('a refused start does not store its key', async () => {
  const caller = await account();
  const headers = { 'idempotency-key': randomUUID() };
  assert.equal(codeOf(await post(caller, { domain: 'localhost' }, headers)), 'invalid_domain');
  await spend(caller, 50);
  assert.equal(codeOf(await post(caller, { domain: 'poor.net' }, headers)), 'credits_exhausted');
  await db.deleteFrom('credit_entries').where('owner', '=', ownerOf(caller)).execute();
  const answer = await post(caller, { domain: 'rich.net' }, headers);
  assert.equal(answer.statusCode, 202);
  assert.equal(answer.headers['idempotency-replayed'], undefined);
});

test('a key is forgotten after a day', async () => {
  const caller = await account();
  const headers = { 'idempotency-key': 'daily' };
  const first = await post(caller, { domain: 'daily.net' }, headers);
  await db
    .updateTable('idempotency_keys')
    .set({ created_at: new Date(Date.now() - 24 * 3_600_000 - 1) })
    .where('key', '=', 'daily')
    .execute();
  const second = await post(caller, { domain: 'other.net' }, headers);
  assert.deepEqual([first.statusCode, second.statusCode], [202, 202]);
  assert.equal((await post(caller, { domain: 'other.net' }, headers)).body, second.body);
});

test('a malformed key is refused', async () => {
  const caller = await account();
  for (const key of ['', 'a b', 'x'.repeat(256), 'é']) {
    assert.equal(
      codeOf(await post(caller, { domain: 'keyed.net' }, { 'idempotency-key': key })),
      'invalid_request',
      key,
    );
  }
  assert.equal((await post(caller, { domain: 'keyed.net' }, { 'idempotency-key': 'x'.repeat(255) })).statusCode, 202);
});
