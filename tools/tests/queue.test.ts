import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { test } from 'node:test';
import { addResult, forgetMeasured, hasNext, makeQueue, measuredOf, readResults, takeNext } from './queue.ts';

test('a queue returns each file once, by kind and in order, and keeps results', (t) => {
  const queue = makeQueue([
    { file: 'b.test.ts', kind: 'slow' },
    { file: 'c.test.ts', kind: 'lab' },
    { file: 'a.test.ts', kind: 'slow' },
  ]);
  t.after(() => rmSync(queue, { recursive: true }));
  assert.deepEqual([hasNext(queue, 'slow'), hasNext(queue, 'lab')], [true, true]);
  assert.deepEqual(
    [takeNext(queue, 'slow'), takeNext(queue, 'slow'), takeNext(queue, 'slow'), takeNext(queue, 'lab')].map(
      (taken) => taken?.file,
    ),
    ['b.test.ts', 'a.test.ts', undefined, 'c.test.ts'],
  );
  assert.deepEqual([hasNext(queue, 'slow'), hasNext(queue, 'lab')], [false, false]);
  assert.deepEqual(readResults(queue), []);
  const counts = { passed: 1, failed: 0, skipped: 0 };
  const result = { file: 'b.test.ts', ok: true, counts, seconds: 1, cpuSeconds: null, failure: null };
  addResult(queue, result);
  addResult(queue, { ...result, file: 'a.test.ts' });
  assert.deepEqual(
    readResults(queue).map(({ file }) => file),
    ['b.test.ts', 'a.test.ts'],
  );
  assert.ok(existsSync(measuredOf(queue)));
  forgetMeasured(queue);
  assert.ok(!existsSync(measuredOf(queue)));
});

test('a process that files share takes those of its kind that share, and leaves the others', (t) => {
  const queue = makeQueue([
    { file: 'alone.test.ts', kind: 'slow' },
    { file: 'lab.test.ts', kind: 'lab', shares: true },
    { file: 'one.test.ts', kind: 'slow', shares: true },
    { file: 'two.test.ts', kind: 'slow', shares: true },
  ]);
  t.after(() => rmSync(queue, { recursive: true }));
  assert.deepEqual(takeNext(queue, 'slow', 'shared'), { file: 'one.test.ts', shares: true });
  assert.deepEqual(takeNext(queue, 'slow'), { file: 'alone.test.ts', shares: false });
  assert.deepEqual(takeNext(queue, 'slow', 'shared'), { file: 'two.test.ts', shares: true });
  assert.equal(takeNext(queue, 'slow', 'shared'), null);
  assert.ok(hasNext(queue, 'lab'));
});
