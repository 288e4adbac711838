// One kill is in run.slow.test.ts; this file kills at five instants of a stream of starts.
import { auditStarted, hasEnded } from '@perimeter/contract/audit';
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { startProcess } from '../testing/child.ts';
import { preparedDirectory } from '../testing/database.ts';
import { start } from '../testing/processes/embedded-service.ts';
import { until } from '../testing/processes/poll-audit.ts';

test('kills at any time lose no audit whose start was answered', async (t) => {
  const env = { PERIMETER_DATA_DIR: await preparedDirectory(), TEST_PHASE_MS: '5' };
  const ids: string[] = [];
  for (let kill = 0; kill < 5; kill += 1) {
    const service = await startProcess(env);
    ids.push((await start(service, `first-${kill}.net`)).id);
    const killed = sleep(20 + kill * 40).then(async () => service.end('SIGKILL'));
    for (let n = 0; ; n += 1) {
      const answered = await start(service, `stream-${kill}-${n}.net`).catch((error: unknown) => error);
      // A broken connection is due to the kill; every answer must have been a 202.
      if (answered instanceof assert.AssertionError) throw answered;
      if (answered instanceof Error) break;
      ids.push(auditStarted.parse(answered).id);
    }
    await killed;
  }
  const last = await startProcess(env);
  t.after(async () => last.end('SIGTERM'));
  for (const id of ids) assert.equal((await until(last.url, id, hasEnded)).status, 'completed');
});
