import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clusterForTests, start } from '../testing/processes/cluster.ts';
import { hasEnded, until } from '../testing/processes/poll-audit.ts';
import { systemPostgresMissing } from '../testing/processes/system-postgres.ts';

const cluster = clusterForTests();
const skip = systemPostgresMissing;

test('of three workers one is killed, and every audit completes, long before it would expire', { skip }, async (t) => {
  const workers = await Promise.all([0, 1, 2].map(async () => cluster.worker(150)));
  t.after(async () => Promise.all(workers.map(async (process) => process.end('SIGKILL'))));
  const ids = await Promise.all(
    Array.from({ length: 18 }, async (_, n) => start(cluster.urlOf(n), `cluster-${n}.net`)),
  );
  await Promise.race(
    ids.map(async (id, n) => until(cluster.urlOf(n), id, ({ phasesCompleted }) => phasesCompleted > 0)),
  );
  await workers[0]?.end('SIGKILL');
  // Heartbeats show that it is gone; without them its audits would wait half an hour to expire, longer than a test may take.
  const ends = await Promise.all(ids.map(async (id, n) => until(cluster.urlOf(n + 1), id, hasEnded)));
  assert.deepEqual(new Set(ends.map(({ status }) => status)), new Set(['completed']));
});

test('a worker that stops hands its audits over at once', { skip }, async (t) => {
  const slow = await cluster.worker(3_600_000);
  const id = await start(cluster.urlOf(0), 'handed-over.net');
  await until(cluster.urlOf(0), id, ({ status }) => status === 'in_progress');
  // A process that waited for the hour of its phase would be ended by its own deadline, with another code.
  assert.equal(await slow.end('SIGTERM'), 0);
  const quick = await cluster.worker(10);
  t.after(async () => quick.end('SIGKILL'));
  assert.equal((await until(cluster.urlOf(1), id, hasEnded)).status, 'completed');
});
