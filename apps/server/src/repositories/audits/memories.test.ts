import type { AuditMemory, SavedSession } from '@perimeter/engine/evidence/history/memory';
import { dayMs } from '@perimeter/protocols/durations';
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { openTestDatabase } from '../../testing/database.ts';
import { insertAccount } from '../accounts/accounts.ts';
import { findMemory, keepMemory, type MemoryScope, scopeOf } from './memories.ts';
import { addOptOut } from './opt-outs.ts';
import { purge } from './purge.ts';

const database = await openTestDatabase();
after(database.close);
const { db } = database;

const [secret, newer] = [randomBytes(32), randomBytes(32)];
const nowMs = Date.now();

const session = (ageDays = 0): SavedSession => ({
  address: '192.0.2.1',
  port: 443,
  serverName: 'a.net',
  version: 'TLSv1.3',
  suite: 0x1301,
  receivedAtMs: nowMs - ageDays * dayMs,
  ticket: randomBytes(192).toString('base64'),
  secret: randomBytes(48).toString('base64'),
  ageAdd: 4_294_967_295,
  hasExtendedMasterSecret: true,
});
const key = { host: 'a.net', port: 443, algorithm: 'ec', spkiSha256: '1'.repeat(64) };
const memory = (...sessions: SavedSession[]): AuditMemory => ({
  sinceMs: nowMs - 400 * dayMs,
  keys: [{ ...key, firstSeenMs: nowMs - 400 * dayMs, lastSeenMs: nowMs }],
  sessions,
  ports: [{ address: '192.0.2.1', open: [22], closed: [6379], lastSeenMs: nowMs }],
});

async function account(plan: 'free' | 'team' = 'free'): Promise<string> {
  const made = await insertAccount(db, { email: `${randomUUID()}@a.net`, passwordHash: '', isAdmin: false });
  assert.ok(made !== undefined);
  await db.updateTable('accounts').set({ plan }).where('id', '=', made.id).execute();
  return made.id;
}

const scopeFor = (accountId: string | null): MemoryScope => ({ accountId, registrableDomain: `${randomUUID()}.net` });

const ageBy = async ({ registrableDomain }: MemoryScope, days: number): Promise<unknown> =>
  sql`update audit_memories set updated_at = now() - make_interval(days => ${days})
    where registrable_domain = ${registrableDomain}`.execute(db);

test('a stored memory is found, and a newer one replaces it', async () => {
  for (const accountId of [null, await account()]) {
    const scope = scopeFor(accountId);
    assert.equal(await findMemory(db, scope, [secret]), null);
    await keepMemory(db, scope, memory(session()), [secret]);
    const second = memory(session(), session(8));
    await keepMemory(db, scope, second, [secret]);
    assert.deepEqual(await findMemory(db, scope, [secret]), second);
  }
});

test('public audits share a memory; a private audit uses only that of its account', async () => {
  const row = { account_id: 'a', registrable_domain: 'a.net', is_private: false };
  assert.deepEqual(scopeOf(row), { accountId: null, registrableDomain: 'a.net' });
  assert.deepEqual(scopeOf({ ...row, account_id: null }), { accountId: null, registrableDomain: 'a.net' });
  assert.deepEqual(scopeOf({ ...row, is_private: true }), { accountId: 'a', registrableDomain: 'a.net' });
  assert.equal(scopeOf({ ...row, is_private: true, account_id: null }), null);
});

test("neither another account's memory nor the public one is found for an account", async () => {
  const [one, other] = [await account(), await account()];
  const { registrableDomain } = scopeFor(null);
  const kept = { one: memory(session()), public: memory(session()) };
  await keepMemory(db, { accountId: one, registrableDomain }, kept.one, [secret]);
  assert.equal(await findMemory(db, { accountId: other, registrableDomain }, [secret]), null);
  assert.equal(await findMemory(db, { accountId: null, registrableDomain }, [secret]), null);
  await keepMemory(db, { accountId: null, registrableDomain }, kept.public, [secret]);
  assert.deepEqual(await findMemory(db, { accountId: null, registrableDomain }, [secret]), kept.public);
  assert.deepEqual(await findMemory(db, { accountId: one, registrableDomain }, [secret]), kept.one);
});

test("sessions copied to another account's row in the database cannot be decrypted", async () => {
  const [one, other] = [scopeFor(await account()), scopeFor(await account())];
  await keepMemory(db, one, memory(session()), [secret]);
  await keepMemory(db, other, memory(), [secret]);
  const stolen = await db
    .selectFrom('audit_memories')
    .select(['encrypted_sessions', 'sessions_until'])
    .where('account_id', '=', one.accountId)
    .executeTakeFirstOrThrow();
  await db.updateTable('audit_memories').set(stolen).where('account_id', '=', other.accountId).execute();
  assert.deepEqual((await findMemory(db, other, [secret]))?.sessions, []);
});

test('the database contains neither tickets nor secrets in clear', async () => {
  const scope = scopeFor(null);
  const saved = session();
  await keepMemory(db, scope, memory(saved), [secret]);
  const { rows } = await sql<{ row: string }>`
    select audit_memories::text as row from audit_memories where registrable_domain = ${scope.registrableDomain}`.execute(
    db,
  );
  const stored = rows[0]?.row ?? '';
  assert.ok(stored.includes(key.spkiSha256));
  const encodings = (['base64', 'utf8', 'hex'] as const).flatMap((encoding) =>
    [saved.ticket, saved.secret].flatMap((text) => [
      Buffer.from(text, 'base64').toString(encoding),
      Buffer.from(text).toString(encoding),
    ]),
  );
  for (const text of encodings) assert.ok(!stored.includes(text));
});

test('sessions are read under the previous secret, rewritten under the new one, and dropped if encrypted under neither', async () => {
  const scope = scopeFor(null);
  const kept = memory(session());
  await keepMemory(db, scope, kept, [secret]);
  assert.deepEqual(await findMemory(db, scope, [newer, secret]), kept);
  await keepMemory(db, scope, kept, [newer, secret]);
  assert.deepEqual(await findMemory(db, scope, [newer]), kept);
  assert.deepEqual(await findMemory(db, scope, [secret]), { ...kept, sessions: [] });
});

test('a process without the secret remembers keys and does not touch stored sessions', async () => {
  const scope = scopeFor(null);
  const kept = memory(session());
  await keepMemory(db, scope, kept, []);
  assert.deepEqual(await findMemory(db, scope, [secret]), { ...kept, sessions: [] });
  await keepMemory(db, scope, kept, [secret]);
  await keepMemory(db, scope, { ...kept, sessions: [] }, []);
  assert.deepEqual(await findMemory(db, scope, [secret]), kept);
});

test("a deleted account's memory is deleted", async () => {
  const id = await account();
  const scope = scopeFor(id);
  await keepMemory(db, scope, memory(session()), [secret]);
  await db.deleteFrom('accounts').where('id', '=', id).execute();
  assert.equal(await findMemory(db, scope, [secret]), null);
  const left = await db
    .selectFrom('audit_memories')
    .select('since')
    .where('registrable_domain', '=', scope.registrableDomain)
    .execute();
  assert.deepEqual(left, []);
});

test("a memory is deleted when its account's last report would be, a public one after a year and a half", async () => {
  const [free, team, shared] = [scopeFor(await account()), scopeFor(await account('team')), scopeFor(null)];
  const scopes = [free, team, shared];
  for (const scope of scopes) await keepMemory(db, scope, memory(session()), [secret]);
  const left = async () => Promise.all(scopes.map(async (scope) => (await findMemory(db, scope, [secret])) !== null));
  for (const [days, expected] of [
    [29, [true, true, true]],
    [31, [false, true, true]],
    [551, [false, true, false]],
    [731, [false, false, false]],
  ] as const) {
    for (const scope of scopes) await ageBy(scope, days);
    await purge(db);
    assert.deepEqual(await left(), expected, `after ${days} days`);
  }
});

test('sessions are deleted after six weeks, keys stay', async () => {
  const [old, young] = [scopeFor(null), scopeFor(null)];
  await keepMemory(db, old, memory(session(43)), [secret]);
  await keepMemory(db, young, memory(session(43), session(41)), [secret]);
  await purge(db);
  assert.deepEqual((await findMemory(db, old, [secret]))?.sessions, []);
  assert.equal((await findMemory(db, old, [secret]))?.keys.length, 1);
  assert.equal((await findMemory(db, young, [secret]))?.sessions.length, 2);
});

test('an opt-out deletes the memory', async () => {
  const scope = scopeFor(null);
  await keepMemory(db, scope, memory(session()), [secret]);
  await addOptOut(db, scope.registrableDomain, 'asked');
  assert.equal((await purge(db))?.memories, 1);
  assert.equal(await findMemory(db, scope, [secret]), null);
});

test('a memory of maximum size can be stored', async () => {
  const scope = scopeFor(null);
  const large = (n: number): SavedSession => ({ ...session(), port: n, ticket: randomBytes(4_096).toString('base64') });
  const keys = Array.from({ length: 64 }, () => ({
    ...key,
    host: `${'a'.repeat(63)}.`.repeat(4),
    firstSeenMs: nowMs,
    lastSeenMs: nowMs,
  }));
  const closed = Array.from({ length: 1_000 }, (_, at) => at);
  const ports = Array.from({ length: 8 }, () => ({ address: '2001:db8::1', open: [22], closed, lastSeenMs: nowMs }));
  const full = { sinceMs: nowMs, keys, ports, sessions: Array.from({ length: 32 }, (_, n) => large(n)) };
  await keepMemory(db, scope, full, [secret]);
  assert.deepEqual(await findMemory(db, scope, [secret]), full);
});
