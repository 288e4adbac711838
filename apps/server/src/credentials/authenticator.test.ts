import { Kysely, PostgresDialect, sql } from 'kysely';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { listenForChanges } from '../database/changes.ts';
import type { Schema } from '../repositories/schema/schema.ts';
import { AppError } from '../http/errors.ts';
import { insertAccount, setPlan } from '../repositories/accounts/accounts.ts';
import { insertKey, listKeys, revokeKey, rotateKey, touchKeys } from '../repositories/accounts/api-keys.ts';
import {
  absoluteLimitMs,
  endSessions,
  idleLimitMs,
  insertSession,
  touchSessions,
} from '../repositories/accounts/sessions.ts';
import { openTestDatabase } from '../testing/database.ts';
import { issueKey, keyFrom } from './api-key.ts';
import { makeAuthenticator } from './authenticator.ts';
import { believedMs, believedWhileToldMs } from './load-credentials.ts';
import { hashToken, newSessionToken } from './session-token.ts';

const database = await openTestDatabase();
let queries = 0;
const pool = new pg.Pool({ ...database.connection, max: 4 });
// The server may end before the last connection has been closed in order.
pool.on('error', () => undefined);
pool.on('connect', (client) => client.on('error', () => undefined));
const counted = new Kysely<Schema>({
  dialect: new PostgresDialect({ pool }),
  log: () => void (queries += 1),
});
after(async () => {
  await counted.destroy();
  await database.close();
});

const secret = Buffer.from('a secret of the server, long enough');
const account = await insertAccount(counted, { email: 'holder@example.com', passwordHash: 'x', isAdmin: false });
assert.ok(account);
const accountId = account.id;

let now = 1_800_000_000_000;
const nowMs = (): number => now;
const network = '192.0.2.1';
const uses: string[] = [];
const make = (db = counted, secrets: readonly Buffer[] = [secret], isTold = (): boolean => false) =>
  makeAuthenticator({ db, secrets, nowMs, onUse: ({ id }) => void uses.push(id), isTold });

async function store(expiresAt: Date | null = null) {
  const { key, stored } = issueKey(secret);
  const scopes = ['audit:read' as const];
  const row = await insertKey(counted, { ...stored, accountId, name: 'a key', scopes, expiresAt, now: new Date(now) });
  assert.ok(row);
  return { key, id: row.id };
}

test('a key with a bad checksum or form is refused without asking the database', async () => {
  const { key } = await store();
  const authenticator = make();
  queries = 0;
  for (const bad of ['', 'x', key.slice(0, -1), `${key}0`, key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))]) {
    assert.equal(await authenticator.byKey(bad, network), null);
  }
  assert.equal(queries, 0);
});

test('a key is looked up once in five seconds, however many ask at once', async () => {
  const { key, id } = await store();
  const authenticator = make();
  queries = 0;
  const holders = await Promise.all(Array.from({ length: 200 }, async () => authenticator.byKey(key, network)));
  assert.equal(queries, 1);
  const holder = {
    kind: 'account',
    accountId,
    isAdmin: false,
    plan: 'free',
    via: 'key',
    credentialId: id,
    scopes: ['audit:read'],
  };
  for (const found of holders) assert.deepEqual(found, holder);
  now += believedMs - 1;
  await authenticator.byKey(key, network);
  assert.equal(queries, 1);
  now += 1;
  await authenticator.byKey(key, network);
  assert.equal(queries, 2);
  assert.ok(uses.includes(id));
});

test('with change notifications an answer is cached for ten minutes, and no longer than the key is valid', async () => {
  const { key } = await store();
  const mortal = await store(new Date(now + 60_000));
  let told = true;
  const authenticator = make(counted, [secret], () => told);
  assert.equal(authenticator.atHand(key), undefined);
  const holder = await authenticator.byKey(key, network);
  await authenticator.byKey(mortal.key, network);
  queries = 0;
  now += 60_000;
  assert.equal(await authenticator.byKey(mortal.key, network), null);
  assert.equal(queries, 1);
  now += believedWhileToldMs - 60_001;
  assert.equal(authenticator.atHand(key), holder);
  authenticator.forgetAll();
  assert.equal(authenticator.atHand(key), undefined);
  told = false;
  await authenticator.byKey(key, network);
  now += believedMs;
  assert.equal(authenticator.atHand(key), undefined, 'what was read while nobody told is soon asked again');
});

test('a key that is used all the time is noted as used every five seconds', async () => {
  const { key, id } = await store();
  const authenticator = make(counted, [secret], () => true);
  uses.length = 0;
  await authenticator.byKey(key, network);
  for (let n = 0; n < 20; n += 1) {
    now += believedMs / 5;
    assert.ok(authenticator.atHand(key));
  }
  assert.deepEqual(
    uses,
    Array.from({ length: 5 }, () => id),
  );
});

test('a key made under the previous secret works on, moves to the new one, and needs the old one no more', async () => {
  const previous = Buffer.from('what keys were hashed under before that');
  const { key, stored } = issueKey(previous);
  const scopes = ['audit:read' as const];
  await insertKey(counted, { ...stored, accountId, name: 'old', scopes, expiresAt: null, now: new Date(now) });
  const unused = issueKey(previous);
  await insertKey(counted, { ...unused.stored, accountId, name: 'old', scopes, expiresAt: null, now: new Date(now) });
  assert.equal(await make().byKey(key, network), null);
  assert.equal((await make(counted, [secret, previous]).byKey(key, network))?.credentialId, stored.id);
  assert.equal((await make().byKey(key, network))?.credentialId, stored.id);
  assert.equal(await make().byKey(unused.key, network), null);
  assert.equal(await make(counted, [previous]).byKey(key, network), null);
});

test('a revocation is seen within five seconds where nobody tells of it', async () => {
  const { key, id } = await store();
  const [one, other] = [make(), make()];
  for (const process of [one, other]) assert.ok(await process.byKey(key, network));
  assert.equal(await revokeKey(counted, accountId, id, new Date(now)), true);
  one.forget(accountId);
  assert.equal(await one.byKey(key, network), null);
  now += believedMs;
  assert.equal(await other.byKey(key, network), null);
});

test('changes of keys, sessions and accounts by another process arrive at once', async (t) => {
  const authenticator = make();
  const changes = listenForChanges(database.connection, () => undefined);
  t.after(changes.close);
  const told: string[] = [];
  changes.followAccounts((changed) => {
    authenticator.forget(changed);
    told.push(changed);
  });
  while (!changes.isListening()) await sleep(5);
  /** Does it and waits for the news; the clock stands still, so that nothing is forgotten by itself. */
  const after = async (act: () => Promise<unknown>): Promise<void> => {
    told.length = 0;
    await act();
    while (told.length === 0) await sleep(5);
    assert.deepEqual(new Set(told), new Set([accountId]));
  };

  const { key, id } = await store();
  assert.equal((await authenticator.byKey(key, network))?.plan, 'free');
  await after(async () => setPlan(counted, 'holder@example.com', 'team'));
  assert.equal((await authenticator.byKey(key, network))?.plan, 'team');
  await after(async () => revokeKey(counted, accountId, id, new Date(now)));
  assert.equal(await authenticator.byKey(key, network), null);

  const token = newSessionToken();
  await insertSession(counted, { tokenHash: hashToken(token), accountId, userAgent: '', now: new Date(now) });
  assert.ok(await authenticator.bySession(token, network));
  await after(async () => endSessions(counted, accountId, null));
  assert.equal(await authenticator.bySession(token, network), null);
  await setPlan(counted, 'holder@example.com', 'free');
});

test('a key expires to the millisecond, also while its last answer is believed', async () => {
  const { key } = await store(new Date(now + 1_000));
  const authenticator = make();
  now += 999;
  assert.ok(await authenticator.byKey(key, network));
  now += 1;
  assert.equal(await authenticator.byKey(key, network), null);
});

for (const [grace, graceMs] of [
  ['none', 0],
  ['an hour', 3_600_000],
  ['a day', 86_400_000],
  ['a week', 604_800_000],
] as const) {
  test(`a rotated key with a grace of ${grace} works until then, and the new one at once`, async () => {
    const { key, id } = await store();
    const fresh = issueKey(secret);
    const rotation = { accountId, oldId: id, fresh: fresh.stored, graceMs, now: new Date(now) };
    assert.ok(await rotateKey(counted, rotation));
    const authenticator = make();
    assert.ok(await authenticator.byKey(fresh.key, network));
    if (graceMs > 0) {
      now += graceMs - 1;
      assert.ok(await authenticator.byKey(key, network));
      now += 1;
    }
    assert.equal(await authenticator.byKey(key, network), null);
    assert.ok(await authenticator.byKey(fresh.key, network));
  });
}

test('of two rotations at once one wins, and a key that was rotated is not rotated again', async () => {
  const { id } = await store();
  const rotate = async () =>
    rotateKey(counted, { accountId, oldId: id, fresh: issueKey(secret).stored, graceMs: 0, now: new Date(now) });
  const done = await Promise.all([rotate(), rotate(), rotate()]);
  assert.equal(done.filter((row) => row !== undefined).length, 1);
  assert.equal(await rotate(), undefined);
});

test('a rotation never prolongs the old key, and the new one lives as long as the old did', async () => {
  const made = now;
  const { key, id } = await store(new Date(made + 10_000));
  now += 4_000;
  const fresh = issueKey(secret);
  const graceMs = 3_600_000;
  const row = await rotateKey(counted, { accountId, oldId: id, fresh: fresh.stored, graceMs, now: new Date(now) });
  assert.equal(row?.expires_at?.getTime(), now + 10_000);
  now = made + 10_000;
  assert.equal(await make().byKey(key, network), null);
});

test('last uses are written down many at once, and never go back', async () => {
  const [one, other] = [await store(), await store()];
  const [early, late] = [new Date(now), new Date(now + 60_000)];
  await touchKeys(
    counted,
    new Map([
      [one.id, late],
      [other.id, early],
    ]),
  );
  await touchKeys(counted, new Map([[one.id, early]]));
  const used = new Map((await listKeys(counted, accountId)).map((row) => [row.id, row.last_used_at?.getTime()]));
  assert.deepEqual([used.get(one.id), used.get(other.id)], [late.getTime(), early.getTime()]);
});

test('an account that is disabled has no keys that work', async () => {
  const { key } = await store();
  await sql`update accounts set disabled_at = now()`.execute(counted);
  assert.equal(await make().byKey(key, network), null);
  await sql`update accounts set disabled_at = null`.execute(counted);
  assert.ok(await make().byKey(key, network));
});

test('a session ends when it was idle too long, and in the end however busy it was', async () => {
  const token = newSessionToken();
  const begun = now;
  const tokenHash = hashToken(token);
  await insertSession(counted, { tokenHash, accountId, userAgent: '', now: new Date(now) });
  const authenticator = make();
  const idle = newSessionToken();
  await insertSession(counted, { tokenHash: hashToken(idle), accountId, userAgent: '', now: new Date(now) });
  while (now + idleLimitMs - 1 < begun + absoluteLimitMs) {
    now += idleLimitMs - 1;
    assert.equal((await authenticator.bySession(token, network))?.accountId, accountId);
    await touchSessions(counted, new Map([[tokenHash.toString('hex'), new Date(now)]]));
  }
  now = begun + absoluteLimitMs;
  assert.equal(await authenticator.bySession(token, network), null);
  now = begun + idleLimitMs;
  assert.equal(await make().bySession(idle, network), null);
});

test('a network that tries many unknown keys is asked to wait; what others bring is looked at', async () => {
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

test('the same unknown key again and again is one question in five seconds', async () => {
  const authenticator = make();
  const unknown = keyFrom('y'.repeat(43));
  queries = 0;
  for (let n = 0; n < 50; n += 1) assert.equal(await authenticator.byKey(unknown, '198.51.100.10'), null);
  assert.equal(queries, 1);
});

test('while the database is away nobody is taken for a stranger', async () => {
  const { key } = await store();
  const gone = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ host: '/nonexistent', connectionTimeoutMillis: 500 }) }),
  });
  await assert.rejects(make(gone).byKey(key, network));
  await gone.destroy();
});
