import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sideBySide } from './side-by-side.ts';

test('a limited number run concurrently, never two of one kind, and results keep their order', async () => {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const turn = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const places = { atMost: 3, kindOf: (item: string) => item.charAt(0) };
  const all = sideBySide(['a1', 'a2', 'b1', 'c1', 'd1'], places, async (item) => {
    began.push(item);
    await new Promise<void>((resolve) => ends.set(item, resolve));
    if (item === 'b1') throw new Error('of b1');
    return item.toUpperCase();
  });
  await turn();
  assert.deepEqual(began, ['a1', 'b1']);
  ends.get('b1')?.();
  await turn();
  assert.deepEqual(began, ['a1', 'b1', 'c1']);
  ends.get('a1')?.();
  await turn();
  assert.deepEqual(began, ['a1', 'b1', 'c1', 'd1', 'a2']);
  for (const item of ['d1', 'c1', 'a2']) ends.get(item)?.();
  const settled = await Promise.allSettled(all);
  assert.deepEqual(
    settled.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message)),
    ['A1', 'A2', 'of b1', 'C1', 'D1'],
  );
});
