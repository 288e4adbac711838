import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printedProse } from './remedy.ts';

test('a table in prose stays a table, with rows as long as its head', () => {
  const words = (text: string): unknown => [['text', text, '']];
  assert.deepEqual(printedProse('| Library | Successor |\n| --- | :-: |\n| `a` 1 | b | c |\n| d |'), [
    {
      kind: 'table',
      head: [words('Library'), words('Successor')],
      rows: [
        [
          [
            ['code', 'a', ''],
            ['text', ' 1', ''],
          ],
          words('b'),
        ],
        [words('d'), []],
      ],
    },
  ]);
});
