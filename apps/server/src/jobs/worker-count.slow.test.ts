import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { countProcesses, leaveProcesses } from '../repositories/worker-processes.ts';
import { openTestDatabase } from '../testing/database.ts';
import { startCounting } from './worker-count.ts';

const database = await openTestDatabase();
after(database.close);
const { db } = database;

test('processes count each other, leave, and are forgotten once they are gone', async () => {
  const first = await startCounting(db, { warn: () => {} });
  assert.equal(first.processes(), 1);
  const second = randomUUID();
  assert.equal(await countProcesses(db, second), 2);
  assert.equal(await countProcesses(db, second), 2, 'nobody counts twice');
  await sql`update worker_processes set seen_at = now() - interval '31 seconds' where id <> ${second}`.execute(db);
  assert.equal(await countProcesses(db, second), 1);
  await leaveProcesses(db, second);
  await first.stop();
  assert.equal(await countProcesses(db, randomUUID()), 1);
});
