// One stop is in run.slow.test.ts; this file stops at seven instants, with the database ending beside.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { startProcess } from '../testing/child.ts';
import { preparedDirectory } from '../testing/database.ts';
import { databasePid, hasGone, start } from '../testing/processes/embedded-service.ts';

test('a stop logs no database error at any time, even if a supervisor ends the database just before or after', async () => {
  const ending = (ends: string, ...instants: number[]) => instants.map((ms) => ({ ms, ends }));
  const cases = [
    ...ending('before', 50, 900, 1_000, 1_500),
    ...ending('after', 0, 200, 1_000, 1_100),
    ...ending('never', 1_000),
  ];
  const next = async (): Promise<void> => {
    for (let one = cases.shift(); one !== undefined; one = cases.shift()) {
      const dataDir = await preparedDirectory();
      const service = await startProcess({
        PERIMETER_DATA_DIR: dataDir,
        PERIMETER_LOG_LEVEL: 'warn',
        PERIMETER_OPERATOR_CONTACT: 'mailto:abuse@operator.net',
      });
      const database = await databasePid(dataDir);
      await Promise.all([start(service, 'one.net'), start(service, 'two.net'), sleep(one.ms)]);
      // SIGSTOP the service, so that on waking it finds the database ended and its own signal at the same time.
      if (one.ends === 'before') {
        service.child.kill('SIGSTOP');
        process.kill(database, 'SIGINT');
        await hasGone(dataDir);
      }
      const ended = service.end('SIGTERM');
      service.child.kill('SIGCONT');
      if (one.ends === 'after') process.kill(database, 'SIGINT');
      const exit = await ended;
      assert.deepEqual({ ...one, exit, logged: service.logged() }, { ...one, exit: 0, logged: '' });
    }
  };
  await Promise.all([next(), next(), next()]);
});
