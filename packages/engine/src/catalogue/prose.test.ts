import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prose } from './prose.data.ts';

test('a fix begins with an instruction, because cards and summaries print its first sentence', () => {
  const mute = Object.entries(prose).flatMap(([id, { fix }]) => {
    const [first = ''] = fix.split('\n\n');
    return first.startsWith('```') || !/[.:!]/u.test(first) || !/\s/u.test(first.trim()) ? [id] : [];
  });
  assert.deepEqual(mute, []);
});
