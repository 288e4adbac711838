import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverage } from '@perimeter/lab/hosts/coverage.data';
import type { Coverage } from '@perimeter/lab/hosts/coverage/row.data';
import { fewestHosts } from './fewest-hosts.ts';

const tables: readonly Readonly<Record<string, Coverage>>[] = Object.values(coverage);
const sides = tables.flatMap((table) => Object.values(table)).flatMap(({ fails, passes }) => [fails, passes]);

test('of every row of the lab’s tables a host that fails and one that passes are chosen, and half of all at most', () => {
  const chosen = fewestHosts(sides, []);
  const without = sides.filter((side) => side.length > 0 && !side.some((host) => chosen.has(host)));
  assert.deepEqual(without, []);
  assert.ok(chosen.size <= new Set(sides.flat()).size * 0.65, `${chosen.size} of ${new Set(sides.flat()).size}`);
});

test('hosts that are audited anyway are taken first, then the host on most sides', () => {
  assert.deepEqual([...fewestHosts([['a', 'b'], ['c', 'd'], ['d'], []], ['b'])], ['b', 'd']);
  assert.deepEqual(
    [
      ...fewestHosts(
        [
          ['a', 'b'],
          ['c', 'b'],
          ['d', 'c'],
        ],
        [],
      ),
    ],
    ['b', 'd'],
  );
});
