import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clusterForTests, start } from '../testing/processes/cluster.ts';
import { hasEnded, until } from '../testing/processes/poll-audit.ts';
import { systemPostgresMissing } from '../testing/processes/system-postgres.ts';

/** Heartbeats show within seconds that a worker is gone; without them its audits would wait half an hour, until they expire. */
const takeOverWithinMs = 300_000;
/** A process that waited for the audit that it runs would take the hour of its phase. */
const stopWithinMs = 120_000;

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
  const killedMs = performance.now();
  const ends = await Promise.all(ids.map(async (id, n) => until(cluster.urlOf(n + 1), id, hasEnded)));
  assert.deepEqual(new Set(ends.map(({ status }) => status)), new Set(['completed']));
  assert.ok(performance.now() - killedMs < takeOverWithinMs);
});

test('a worker that stops hands its audits over at once', { skip }, async (t) => {
  const slow = await cluster.worker(3_600_000);
  const id = await start(cluster.urlOf(0), 'handed-over.net');
  await until(cluster.urlOf(0), id, ({ status }) => status === 'in_progress');
  const stopped = performance.now();
  assert.equal(await slow.end('SIGTERM'), 0);
  assert.ok(performance.now() - stopped < stopWithinMs);
  const quick = await cluster.worker(10);
  t.after(async () => quick.end('SIGKILL'));
  assert.equal((await until(cluster.urlOf(1), id, hasEnded)).status, 'completed');
});
