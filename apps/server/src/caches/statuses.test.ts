import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { listenForChanges, type Follower } from '../database/changes.ts';
import { insertAudit } from '../repositories/audits/audits.ts';
import { cacheStatuses } from './statuses.ts';
import { openTestDatabase } from '../testing/database.ts';

const database = await openTestDatabase();
after(database.close);
const { db } = database;

async function newAudit(): Promise<string> {
  const id = randomUUID();
  const phases = ['phase_a'] as const;
  const audit = { id, domain: `${id}.net`, registrableDomain: `${id}.net`, scanMode: 'standard', phases } as const;
  await db.transaction().execute(async (trx) => insertAudit(trx, audit));
  return id;
}

const begin = async (id: string): Promise<void> => {
  await sql`update audits set status = 'in_progress', running_at = now() where id = ${id}`.execute(db);
};

/** A source of notifications that the test controls. */
function handMade() {
  let follower: Follower | undefined;
  let listening = true;
  return {
    follow: (given: Follower) => {
      follower = given;
    },
    isListening: () => listening,
    changed: (id: string, version: number) => follower?.changed(id, version),
    lose: () => {
      listening = false;
      follower?.lost();
    },
  };
}

test('an audit is read once, and again only after a change was announced', async () => {
  const changes = handMade();
  const statuses = cacheStatuses(db, changes);
  const id = await newAudit();
  assert.equal((await statuses.find(id))?.status, 'queued');
  await begin(id);
  assert.equal((await statuses.find(id))?.status, 'queued', 'nobody has said anything yet');
  changes.changed(id, 2);
  assert.equal((await statuses.find(id))?.status, 'in_progress');
});

test('a result is not cached if a change was announced during the read', async () => {
  const changes = handMade();
  const statuses = cacheStatuses(db, changes);
  const id = await newAudit();
  const early = statuses.find(id);
  changes.changed(id, 9);
  assert.equal((await early)?.version, 1);
  await begin(id);
  assert.equal((await statuses.find(id))?.version, 2);
});

test('an announcement of a version that is already known changes nothing', async () => {
  const changes = handMade();
  const statuses = cacheStatuses(db, changes);
  const id = await newAudit();
  await statuses.find(id);
  await begin(id);
  changes.changed(id, 1);
  assert.equal((await statuses.find(id))?.version, 1);
});

test('without a listening connection every read goes to the database', async () => {
  const changes = handMade();
  const statuses = cacheStatuses(db, changes);
  const id = await newAudit();
  await statuses.find(id);
  changes.lose();
  await begin(id);
  assert.equal((await statuses.find(id))?.version, 2);
  await db.updateTable('audits').set({ percent: 7 }).where('id', '=', id).execute();
  assert.equal((await statuses.find(id))?.version, 3);
});

test("a cached audit's age increases, and it is read again after five seconds without any announcement", async () => {
  let nowMs = 0;
  const statuses = cacheStatuses(db, handMade(), () => nowMs);
  const id = await newAudit();
  const first = await statuses.find(id);
  await begin(id);
  nowMs = 4_000;
  const second = await statuses.find(id);
  assert.equal(second?.elapsed_ms, (first?.elapsed_ms ?? 0) + 4_000);
  assert.equal(second?.version, 1);
  nowMs = 5_000;
  assert.equal((await statuses.find(id))?.version, 2);
});

test('after forget, an audit is read from the database again', async () => {
  const statuses = cacheStatuses(db, handMade());
  const id = await newAudit();
  const early = statuses.find(id);
  statuses.forget(id);
  await early;
  await begin(id);
  assert.equal((await statuses.find(id))?.version, 2);
});

test('an id without an audit is not cached', async () => {
  const statuses = cacheStatuses(db, handMade());
  assert.equal(await statuses.find(randomUUID()), undefined);
});

test('announcements of the database keep the cache current', async (t) => {
  const changes = listenForChanges(database.connection, () => undefined);
  t.after(changes.close);
  const statuses = cacheStatuses(db, changes);
  while (!changes.isListening()) await new Promise((resolve) => setTimeout(resolve, 5));
  const id = await newAudit();
  await statuses.find(id);
  const watch = changes.watch(id);
  const told = watch.beyond(1, 10_000);
  await begin(id);
  await told;
  watch.end();
  assert.equal((await statuses.find(id))?.status, 'in_progress');
});

test('the reported age never decreases when the end was stored before it was announced', async () => {
  let nowMs = 0;
  const changes = handMade();
  const statuses = cacheStatuses(db, changes, () => nowMs);
  const id = await newAudit();
  await begin(id);
  await statuses.find(id);
  await sql`update audits set status = 'failed', failure = '{}', ended_at = clock_timestamp() where id = ${id}`.execute(
    db,
  );
  nowMs = 4_000;
  const told = (await statuses.find(id))?.elapsed_ms ?? 0;
  assert.ok(told >= 4_000);
  changes.changed(id, 99);
  const ended = await statuses.find(id);
  assert.deepEqual([ended?.status, ended?.elapsed_ms], ['failed', told]);
});
