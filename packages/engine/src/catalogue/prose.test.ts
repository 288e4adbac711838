import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prose } from './prose.data.ts';

test('a fix that begins with shell commands says first what they are for: summaries print this sentence', () => {
  const mute = Object.entries(prose).flatMap(([id, { fix }]) => (fix.startsWith('```sh') ? [id] : []));
  assert.deepEqual(mute, []);
});
