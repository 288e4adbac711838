import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gatherLastUse } from './last-use.ts';

const at = (ms: number): Date => new Date(ms);

test('many uses of a credential are saved as one row with the latest time, and none twice', async () => {
  const written: [string, string, number][] = [];
  const keep = (kind: string) => async (uses: ReadonlyMap<string, Date>) => {
    for (const [id, when] of uses) written.push([kind, id, when.getTime()]);
  };
  const uses = gatherLastUse({ key: keep('key'), session: keep('session') });
  for (const ms of [1, 2, 3]) uses.note({ via: 'key', id: 'k', at: at(ms) });
  uses.note({ via: 'session', id: 's', at: at(4) });
  await uses.flush();
  await uses.flush();
  assert.deepEqual(written, [
    ['key', 'k', 3],
    ['session', 's', 4],
  ]);
});

test('a failed save is repeated the next time, together with later uses', async () => {
  let isAway = true;
  let last: ReadonlyMap<string, Date> = new Map();
  const uses = gatherLastUse({
    key: async (given) => {
      if (isAway) throw new Error('away');
      last = given;
    },
    session: async () => undefined,
  });
  uses.note({ via: 'key', id: 'a', at: at(1) });
  uses.note({ via: 'key', id: 'b', at: at(1) });
  await assert.rejects(uses.flush());
  uses.note({ via: 'key', id: 'b', at: at(2) });
  isAway = false;
  await uses.flush();
  assert.deepEqual(
    [...last],
    [
      ['a', at(1)],
      ['b', at(2)],
    ],
  );
});
