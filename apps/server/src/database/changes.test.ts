import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openTestDatabase } from '../testing/database.ts';
import { listenForChanges } from './changes.ts';

const database = await openTestDatabase();
const { db, connection } = database;
const changes = listenForChanges(connection, () => undefined);
after(async () => {
  await changes.close();
  await database.close();
});

const tell = async (id: string, version: number): Promise<unknown> =>
  sql`select pg_notify('audit_changed', ${`${id}:${version}`})`.execute(db);
const forEver = 600_000;

async function listening(): Promise<void> {
  const found = sql<{
    n: number;
  }>`select count(*)::int as n from pg_stat_activity where application_name = 'perimeter listener' and query = 'listen audit_changed' and state = 'idle'`;
  while ((await found.execute(db)).rows[0]?.n !== 1) await new Promise((resolve) => setTimeout(resolve, 10));
}

test('a newer version ends the wait, an older one does not', async () => {
  await listening();
  const watch = changes.watch('a');
  let ended = false;
  const waiting = watch.beyond(5, forEver).then(() => (ended = true));
  await tell('a', 5);
  await tell('b', 9);
  const other = changes.watch('b');
  await tell('b', 10);
  await other.beyond(9, forEver);
  assert.equal(ended, false);
  await tell('a', 6);
  await waiting;
  watch.end();
  other.end();
});

test('a change between watching and waiting is not missed', async () => {
  const watch = changes.watch('c');
  const marker = changes.watch('d');
  await tell('c', 3);
  await tell('d', 1);
  await marker.beyond(0, forEver);
  await watch.beyond(2, forEver);
});

test('the wait ends after its time-out', async () => {
  await changes.watch('e').beyond(1, 5);
});

test('a broken listening connection is replaced, and all waiting requests read again what they may have missed', async () => {
  const watch = changes.watch('f');
  const waiting = watch.beyond(1, forEver);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'perimeter listener'`.execute(
    db,
  );
  await waiting;
  const again = changes.watch('f');
  await tell('f', 2);
  await again.beyond(1, forEver);
});

test('after release nothing waits, and later waits end at once', async () => {
  const before = changes.watch('g');
  const waiting = before.beyond(1, forEver);
  changes.release();
  await waiting;
  await changes.watch('g').beyond(1, forEver);
});
