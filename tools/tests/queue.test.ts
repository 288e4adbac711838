import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { makeQueue, takeNext } from './queue.ts';

test('a queue gives each file once, in their order', (t) => {
  const queue = makeQueue(['b.test.ts', 'a.test.ts']);
  t.after(() => rmSync(queue, { recursive: true }));
  assert.deepEqual([takeNext(queue), takeNext(queue), takeNext(queue)], ['b.test.ts', 'a.test.ts', null]);
});
