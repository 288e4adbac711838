import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, mock, test } from 'node:test';
import { openDatabase } from '../database/open.ts';
import { temporaryDirectory } from '../testing/temporary.ts';
import { countInDatabase, type CountRequest } from './rate-limit-counters.ts';
import { countPollsInMemory } from './rate-limit-polls.ts';
import { windowSeconds } from './rate-limit-policies.data.ts';

const database = await openDatabase({ kind: 'embedded', dataDir: await temporaryDirectory() }, () => undefined);
after(database.close);
const { db } = database;
const quota = 120;

const countsOf = async (count: CountRequest, caller: string, times: number): Promise<number> => {
  let allowed = 0;
  for (let n = 0; n < times; n += 1) if ((await count('status', quota, caller)).allowed) allowed += 1;
  return allowed;
};

const never: CountRequest = async () => {
  throw new Error('Polls ask nobody');
};

test('one process admits exactly the quota, says what remains, and asks nobody', async () => {
  const count = countPollsInMemory(db, never);
  const first = await count('status', quota, 'alone');
  assert.deepEqual([first.allowed, first.remaining], [true, quota - 1]);
  assert.equal(await countsOf(count, 'alone', 300), quota - 1);
  assert.equal((await count('status', quota, 'alone')).remaining, 0);
});

test('the next window begins when the first has ended', async () => {
  mock.timers.enable({ apis: ['Date'], now: 1_700_000_000_000 });
  try {
    const count = countPollsInMemory(db, never);
    assert.equal(await countsOf(count, 'later', 300), quota);
    mock.timers.tick(windowSeconds * 1_000);
    assert.equal(await countsOf(count, 'later', 300), quota);
  } finally {
    mock.timers.reset();
  }
});

test('processes tell each other what they counted', async () => {
  const [one, two] = [countPollsInMemory(db, never), countPollsInMemory(db, never)];
  assert.equal(await countsOf(one, 'roaming', 100), 100);
  // The second knows as soon as both have told the database.
  for (let admitted = 0; ; admitted += 1) {
    assert.ok(admitted <= 20, 'together they admit the quota and no more');
    const { allowed, remaining } = await two('status', quota, 'roaming');
    assert.ok(allowed);
    if (remaining < 100) break;
    await sleep(600);
  }
});

test('other policies are counted by the request', async () => {
  const count = countPollsInMemory(db, countInDatabase(db));
  const others = countInDatabase(db);
  await count('start', 10, 'exact');
  assert.equal((await others('start', 10, 'exact')).remaining, 8);
});
