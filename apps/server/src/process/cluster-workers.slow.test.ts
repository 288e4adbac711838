import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clusterForTests, start } from '../testing/processes/cluster.ts';
import { hasEnded, until } from '../testing/processes/poll-audit.ts';
import { systemPostgresMissing } from '../testing/processes/system-postgres.ts';

const cluster = clusterForTests();
const skip = systemPostgresMissing;

test('if one of three workers is killed, every audit completes, long before its job expires', { skip }, async (t) => {
  const workers = await Promise.all([0, 1, 2].map(async () => cluster.worker(150)));
  t.after(async () => Promise.all(workers.map(async (process) => process.end('SIGKILL'))));
  const ids = await Promise.all(
    Array.from({ length: 18 }, async (_, n) => start(cluster.urlOf(n), `cluster-${n}.net`)),
  );
  await Promise.race(
    ids.map(async (id, n) => until(cluster.urlOf(n), id, ({ phasesCompleted }) => phasesCompleted > 0)),
  );
  await workers[0]?.end('SIGKILL');
  // Missed heartbeats show the death; without them the jobs would expire after half an hour, longer than the test may
  // take.
  const ends = await Promise.all(ids.map(async (id, n) => until(cluster.urlOf(n + 1), id, hasEnded)));
  assert.deepEqual(new Set(ends.map(({ status }) => status)), new Set(['completed']));
});

test('a stopping worker returns its audits at once', { skip }, async (t) => {
  const slow = await cluster.worker(3_600_000);
  const id = await start(cluster.urlOf(0), 'handed-over.net');
  await until(cluster.urlOf(0), id, ({ status }) => status === 'in_progress');
  // If it waited for the end of its hour-long phase, its deadline would end it with another exit code.
  assert.equal(await slow.end('SIGTERM'), 0);
  const quick = await cluster.worker(10);
  t.after(async () => quick.end('SIGKILL'));
  assert.equal((await until(cluster.urlOf(1), id, hasEnded)).status, 'completed');
});
