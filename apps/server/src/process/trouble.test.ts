import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { logTrouble } from './trouble.ts';

test('trouble is told by its reason, and none of it once the process stops', (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const told: unknown[][] = [];
  const { tell, expectEnds } = logTrouble({ warn: (...line: unknown[]) => void told.push(line) });
  tell('Idle database connection lost', new Error('terminating connection due to administrator command'));
  tell('Embedded database restarted after it ended', null);
  mock.timers.tick(250);
  tell('Queue error', new Error('a moment before the signal'));
  expectEnds();
  tell('Idle database connection lost', new Error('terminating connection due to administrator command'));
  mock.timers.tick(250);
  assert.deepEqual(told, [
    [{ reason: 'terminating connection due to administrator command' }, 'Idle database connection lost'],
    [{}, 'Embedded database restarted after it ended'],
  ]);
});
