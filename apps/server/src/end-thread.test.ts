import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { endThread } from './end-thread.ts';

/** Only a thread that hangs takes longer: a thread of a busy machine may start slowly. */
const hangsMs = 60_000;

const startThread = (body: string): Worker =>
  new Worker(`const { parentPort } = require('node:worker_threads'); ${body}`, { eval: true });

test('a thread answers what it was asked before, and then ends by itself', async () => {
  const thread = startThread(
    "parentPort.on('message', (asked) => asked === null ? parentPort.close() : parentPort.postMessage(asked + 1));",
  );
  const [answer, exit] = [once(thread, 'message'), once(thread, 'exit')];
  thread.postMessage(1, []);
  await endThread(thread, hangsMs);
  assert.deepEqual([...(await answer), ...(await exit)], [2, 0]);
});

test('a thread that does not end within the limit is terminated', async () => {
  const thread = startThread("parentPort.on('message', () => { for (;;); }); parentPort.postMessage('listens');");
  const exit = once(thread, 'exit');
  await once(thread, 'message');
  await endThread(thread, 100);
  assert.deepEqual(await exit, [1]);
});
