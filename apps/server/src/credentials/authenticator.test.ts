import { Kysely, PostgresDialect } from 'kysely';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { listenForChanges } from '../database/changes.ts';
import type { Schema } from '../repositories/schema/schema.ts';
import { AppError } from '../http/errors.ts';
import { setPlan } from '../repositories/accounts/accounts.ts';
import { revokeKey } from '../repositories/accounts/api-keys.ts';
import { endSessions, insertSession } from '../repositories/accounts/sessions.ts';
import { authenticatorForTests } from '../testing/authenticator.ts';
import { keyFrom } from './api-key.ts';
import { believedMs, believedWhileToldMs } from './load-credentials.ts';
import { hashToken, newSessionToken } from './session-token.ts';

const { db, connection, secret, accountId, clock, seen, make, store } = await authenticatorForTests();
const network = '192.0.2.1';

test('a key with a wrong checksum or form is refused without a database query', async () => {
  const { key } = await store();
  const authenticator = make();
  seen.queries = 0;
  for (const bad of ['', 'x', key.slice(0, -1), `${key}0`, key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))]) {
    assert.equal(await authenticator.byKey(bad, network), null);
  }
  assert.equal(seen.queries, 0);
});

test('a key is looked up once in five seconds, however many requests arrive at once', async () => {
  const { key, id } = await store();
  const authenticator = make();
  seen.queries = 0;
  const holders = await Promise.all(Array.from({ length: 200 }, async () => authenticator.byKey(key, network)));
  assert.equal(seen.queries, 1);
  const holder = {
    kind: 'account',
    personId: null,
    role: null,
    accountId,
    isAdmin: false,
    ofAdmin: false,
    lacksFactor: false,
    plan: 'free',
    isConfirmed: true,
    isLeaving: false,
    via: 'key',
    credentialId: id,
    scopes: ['audit:read'],
  };
  for (const found of holders) assert.deepEqual(found, holder);
  clock.now += believedMs - 1;
  await authenticator.byKey(key, network);
  assert.equal(seen.queries, 1);
  clock.now += 1;
  await authenticator.byKey(key, network);
  assert.equal(seen.queries, 2);
  assert.ok(seen.uses.includes(id));
});

test('with change notifications an answer is cached for ten minutes, and no longer than the key is valid', async () => {
  const { key } = await store();
  const mortal = await store(new Date(clock.now + 60_000));
  let told = true;
  const authenticator = make([secret], () => told);
  assert.equal(authenticator.atHand(key), undefined);
  const holder = await authenticator.byKey(key, network);
  await authenticator.byKey(mortal.key, network);
  seen.queries = 0;
  clock.now += 60_000;
  assert.equal(await authenticator.byKey(mortal.key, network), null);
  assert.equal(seen.queries, 1);
  clock.now += believedWhileToldMs - 60_001;
  assert.equal(authenticator.atHand(key), holder);
  authenticator.forgetAll();
  assert.equal(authenticator.atHand(key), undefined);
  told = false;
  await authenticator.byKey(key, network);
  clock.now += believedMs;
  assert.equal(authenticator.atHand(key), undefined, 'what was read while nobody told is soon asked again');
});

test('a key in constant use is recorded as used every five seconds', async () => {
  const { key, id } = await store();
  const authenticator = make([secret], () => true);
  seen.uses.length = 0;
  await authenticator.byKey(key, network);
  for (let n = 0; n < 20; n += 1) {
    clock.now += believedMs / 5;
    assert.ok(authenticator.atHand(key));
  }
  assert.deepEqual(
    seen.uses,
    Array.from({ length: 5 }, () => id),
  );
});

test('without notifications a revocation takes effect within five seconds', async () => {
  const { key, id } = await store();
  const [one, other] = [make(), make()];
  for (const process of [one, other]) assert.ok(await process.byKey(key, network));
  assert.equal(await revokeKey(db, accountId, id, new Date(clock.now)), true);
  one.forget(accountId);
  assert.equal(await one.byKey(key, network), null);
  clock.now += believedMs;
  assert.equal(await other.byKey(key, network), null);
});

test('changes of keys, sessions and accounts by another process take effect at once', async (t) => {
  const authenticator = make();
  const changes = listenForChanges(connection, () => undefined);
  t.after(changes.close);
  const told: string[] = [];
  changes.followAccounts((changed) => {
    authenticator.forget(changed);
    told.push(changed);
  });
  while (!changes.isListening()) await sleep(5);
  /** Runs the action and waits for its notification; the clock is frozen, so that no cache entry expires. */
  const after = async (act: () => Promise<unknown>): Promise<void> => {
    told.length = 0;
    await act();
    while (told.length === 0) await sleep(5);
    assert.deepEqual(new Set(told), new Set([accountId]));
  };

  const { key, id } = await store();
  assert.equal((await authenticator.byKey(key, network))?.plan, 'free');
  await after(async () => setPlan(db, 'holder@example.com', 'team'));
  assert.equal((await authenticator.byKey(key, network))?.plan, 'team');
  await after(async () => revokeKey(db, accountId, id, new Date(clock.now)));
  assert.equal(await authenticator.byKey(key, network), null);

  const token = newSessionToken();
  await insertSession(db, {
    tokenHash: hashToken(token),
    accountId,
    userAgent: '',
    network: '',
    now: new Date(clock.now),
  });
  assert.ok(await authenticator.bySession(token, network));
  await after(async () => endSessions(db, accountId, null));
  assert.equal(await authenticator.bySession(token, network), null);
  await setPlan(db, 'holder@example.com', 'free');
});

test('a network that tries many unknown keys gets rate_limited; other networks do not', async () => {
  const { key } = await store();
  const authenticator = make();
  const tries = Array.from({ length: 100 }, (_, n) => keyFrom(String(n).padStart(43, '0')));
  for (const tried of tries) assert.equal(await authenticator.byKey(tried, '198.51.100.9'), null);
  const unknown = keyFrom('z'.repeat(43));
  await assert.rejects(
    authenticator.byKey(unknown, '198.51.100.9'),
    (error) => error instanceof AppError && error.code === 'rate_limited',
  );
  assert.equal(await authenticator.byKey(unknown, network), null);
  assert.ok(await authenticator.byKey(key, network));
});

test('the same unknown key is looked up once in five seconds', async () => {
  const authenticator = make();
  const unknown = keyFrom('y'.repeat(43));
  seen.queries = 0;
  for (let n = 0; n < 50; n += 1) assert.equal(await authenticator.byKey(unknown, '198.51.100.10'), null);
  assert.equal(seen.queries, 1);
});

test('while the database is away, valid credentials are not reported as unknown', async () => {
  const { key } = await store();
  const gone = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ host: '/nonexistent', connectionTimeoutMillis: 500 }) }),
  });
  await assert.rejects(make([secret], undefined, gone).byKey(key, network));
  await gone.destroy();
});
