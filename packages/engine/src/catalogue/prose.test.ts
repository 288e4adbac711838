import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prose } from './prose.data.ts';

test('a fix begins with a sentence that says what to do: cards and summaries print it', () => {
  const mute = Object.entries(prose).flatMap(([id, { fix }]) => {
    const [first = ''] = fix.split('\n\n');
    return first.startsWith('```') || !/[.:!]/u.test(first) || !/\s/u.test(first.trim()) ? [id] : [];
  });
  assert.deepEqual(mute, []);
});
