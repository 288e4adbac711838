// One kill of each kind of process is in run.slow.test.ts and cluster.slow.test.ts; this file kills at random.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repeatWith, testSeed } from '@perimeter/protocols/testing/random';
import { startEmbedded } from '../database/embedded/start.ts';
import { runChaos } from '../testing/chaos.ts';
import { startSystemPostgres, systemPostgresMissing } from '../testing/processes/system-postgres.ts';
import { temporaryDirectory } from '../testing/temporary.ts';

async function anyServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  if (systemPostgresMissing === false) return startSystemPostgres();
  const { connection, stop } = await startEmbedded(await temporaryDirectory());
  return { url: `postgres://${connection.user}@${encodeURIComponent(connection.host)}/${connection.database}`, stop };
}

test('kills of APIs and workers at any time lose no audit, leave none unfinished and charge none twice', async (t) => {
  const server = await anyServer();
  t.after(server.stop);
  const result = await runChaos({
    databaseUrl: server.url,
    apis: 2,
    workers: 1,
    clients: 4,
    // The benchmark of the same name kills more often.
    kills: 12,
    maxMs: 16_000,
    pauseMs: [100, 900],
  });
  t.diagnostic(`${JSON.stringify(result)} ${repeatWith(testSeed)}`);
  assert.ok(result.answered > 0 && result.kills > 0);
  assert.deepEqual(result.wrongAnswers, []);
  assert.deepEqual(
    { lost: result.lost, failures: result.failures, stuck: result.stuck, doubleCharged: result.doubleCharged },
    { lost: 0, failures: [], stuck: 0, doubleCharged: 0 },
  );
});
