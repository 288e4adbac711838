import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertKey, listKeys, rotateKey, touchKeys } from '../repositories/accounts/api-keys.ts';
import { absoluteLimitMs, idleLimitMs, insertSession, touchSessions } from '../repositories/accounts/sessions.ts';
import { authenticatorForTests } from '../testing/authenticator.ts';
import { issueKey } from './api-key.ts';
import { hashToken, newSessionToken } from './session-token.ts';

const { db, secret, accountId, clock, make, store } = await authenticatorForTests();
const network = '192.0.2.1';

test('a key hashed under the previous secret works, is rehashed under the current one, and then no longer needs the old secret', async () => {
  const previous = Buffer.from('what keys were hashed under before that');
  const { key, stored } = issueKey(previous);
  const scopes = ['audit:read' as const];
  await insertKey(db, { ...stored, accountId, name: 'old', scopes, expiresAt: null, now: new Date(clock.now) });
  const unused = issueKey(previous);
  await insertKey(db, { ...unused.stored, accountId, name: 'old', scopes, expiresAt: null, now: new Date(clock.now) });
  assert.equal(await make().byKey(key, network), null);
  assert.equal((await make([secret, previous]).byKey(key, network))?.credentialId, stored.id);
  assert.equal((await make().byKey(key, network))?.credentialId, stored.id);
  assert.equal(await make().byKey(unused.key, network), null);
  assert.equal(await make([previous]).byKey(key, network), null);
});

test('a key expires to the millisecond, even while it is cached', async () => {
  const { key } = await store(new Date(clock.now + 1_000));
  const authenticator = make();
  clock.now += 999;
  assert.ok(await authenticator.byKey(key, network));
  clock.now += 1;
  assert.equal(await authenticator.byKey(key, network), null);
});

for (const [grace, graceMs] of [
  ['none', 0],
  ['an hour', 3_600_000],
  ['a day', 86_400_000],
  ['a week', 604_800_000],
] as const) {
  test(`a key rotated with a grace period of ${grace} works until its end, and the new key at once`, async () => {
    const { key, id } = await store();
    const fresh = issueKey(secret);
    const rotation = { accountId, oldId: id, fresh: fresh.stored, graceMs, now: new Date(clock.now) };
    assert.ok(await rotateKey(db, rotation));
    const authenticator = make();
    assert.ok(await authenticator.byKey(fresh.key, network));
    if (graceMs > 0) {
      clock.now += graceMs - 1;
      assert.ok(await authenticator.byKey(key, network));
      clock.now += 1;
    }
    assert.equal(await authenticator.byKey(key, network), null);
    assert.ok(await authenticator.byKey(fresh.key, network));
  });
}

test('of two simultaneous rotations one succeeds, and a rotated key is not rotated again', async () => {
  const { id } = await store();
  const rotate = async () =>
    rotateKey(db, { accountId, oldId: id, fresh: issueKey(secret).stored, graceMs: 0, now: new Date(clock.now) });
  const done = await Promise.all([rotate(), rotate(), rotate()]);
  assert.equal(done.filter((row) => row !== undefined).length, 1);
  assert.equal(await rotate(), undefined);
});

test('a rotation never extends the old key, and the new key has the same lifetime', async () => {
  const made = clock.now;
  const { key, id } = await store(new Date(made + 10_000));
  clock.now += 4_000;
  const fresh = issueKey(secret);
  const graceMs = 3_600_000;
  const row = await rotateKey(db, { accountId, oldId: id, fresh: fresh.stored, graceMs, now: new Date(clock.now) });
  assert.equal(row?.expires_at?.getTime(), clock.now + 10_000);
  clock.now = made + 10_000;
  assert.equal(await make().byKey(key, network), null);
});

test('last uses are saved in batches, and never decrease', async () => {
  const [one, other] = [await store(), await store()];
  const [early, late] = [new Date(clock.now), new Date(clock.now + 60_000)];
  await touchKeys(
    db,
    new Map([
      [one.id, late],
      [other.id, early],
    ]),
  );
  await touchKeys(db, new Map([[one.id, early]]));
  const used = new Map((await listKeys(db, accountId)).map((row) => [row.id, row.last_used_at?.getTime()]));
  assert.deepEqual([used.get(one.id), used.get(other.id)], [late.getTime(), early.getTime()]);
});

test('the keys of a disabled account do not work', async () => {
  const { key } = await store();
  await sql`update accounts set disabled_at = now()`.execute(db);
  assert.equal(await make().byKey(key, network), null);
  await sql`update accounts set disabled_at = null`.execute(db);
  assert.ok(await make().byKey(key, network));
});

test('a session ends when it was idle too long, and at its maximum age even if used', async () => {
  const token = newSessionToken();
  const begun = clock.now;
  const tokenHash = hashToken(token);
  await insertSession(db, { tokenHash, accountId, userAgent: '', network: '', now: new Date(clock.now) });
  const authenticator = make();
  const idle = newSessionToken();
  await insertSession(db, {
    tokenHash: hashToken(idle),
    accountId,
    userAgent: '',
    network: '',
    now: new Date(clock.now),
  });
  while (clock.now + idleLimitMs - 1 < begun + absoluteLimitMs) {
    clock.now += idleLimitMs - 1;
    assert.equal((await authenticator.bySession(token, network))?.accountId, accountId);
    await touchSessions(db, new Map([[tokenHash.toString('hex'), new Date(clock.now)]]));
  }
  clock.now = begun + absoluteLimitMs;
  assert.equal(await authenticator.bySession(token, network), null);
  clock.now = begun + idleLimitMs;
  assert.equal(await make().bySession(idle, network), null);
});
