import { root, sealed } from '@perimeter/report/testing/sealed-sample';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { assertRead } from '../testing/documents/longest-json.ts';
import { createVerifyThread, type VerifyThread } from './thread.ts';

const pdf = {
  kind: 'pdf',
  bytes: sealed,
  roots: [root.certificate],
  compromised: new Map(),
  knownSinceMs: null,
} as const;
const isIntact = async ({ ask }: VerifyThread): Promise<boolean> => {
  const answer = await ask(pdf);
  return answer.kind === 'pdf' && answer.result.intact;
};

test('files are verified in turn, and too many at once are refused', async () => {
  const thread = createVerifyThread();
  const answers = await Promise.allSettled(Array.from({ length: 10 }, async () => isIntact(thread)));
  assert.deepEqual(
    answers.map((one) => (one.status === 'fulfilled' ? one.value : 'refused')),
    [...Array.from({ length: 8 }, () => true), 'refused', 'refused'],
  );
  await thread.close();
});

test('a file that takes too long ends the thread, and a new thread verifies the next one', async (t) => {
  const limitMs = 60_000;
  const thread = createVerifyThread(limitMs);
  assert.ok(await isIntact(thread));
  // The limit passes while the thread reads, on a fast machine too, and the next file has all of its time.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const large = Buffer.from(`[${'{"a":{}},'.repeat(1_000_000)}1]`);
  const refusals: unknown[] = [];
  const reading = thread.ask({ kind: 'json', bytes: large }).catch((error: unknown) => void refusals.push(error));
  const next = isIntact(thread);
  while (refusals.length === 0) {
    t.mock.timers.tick(limitMs);
    await setImmediate();
  }
  t.mock.timers.reset();
  await reading;
  assert.equal(Reflect.get(Object(refusals[0]), 'code'), 'service_unavailable');
  assert.equal(await next, true);
  await thread.close();
});

// thread.endurance.slow.test.ts has the other units; these two take longest.
test('the most expensive JSON that is accepted does not end the process', async () => {
  const thread = createVerifyThread(120_000);
  for (const unit of ['{},', '{"":0},']) await assertRead(thread, unit);
  await thread.close();
});
