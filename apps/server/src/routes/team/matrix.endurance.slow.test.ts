// matrix.slow.test.ts guards the same in `npm test`: of most callers one route of each kind.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { walkMatrix } from './testing/matrix.ts';

test('every route admits every member whom its row admits, and refuses all others', async () => {
  const cells = await walkMatrix('all');
  assert.ok(cells > 1_000, String(cells));
});
