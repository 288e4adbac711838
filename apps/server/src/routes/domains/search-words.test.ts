import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSearch } from './search-words.ts';

const rows: [string, Partial<ReturnType<typeof readSearch>>][] = [
  ['', {}],
  ['  Shop  example ', { texts: ['shop', 'example'] }],
  ['tag:eu tag:Vendor owner:Jane', { tags: ['eu', 'Vendor'], owners: ['jane'] }],
  ['grade:<C', { grades: ['D', 'F'] }],
  ['grade:<=c', { grades: ['C', 'D', 'F'] }],
  ['grade:>B', { grades: ['A+', 'A'] }],
  ['grade:>=A grade:<A+', { grades: ['A'] }],
  ['grade:A+', { grades: ['A+'] }],
  ['grade:>A+', { grades: [] }],
  ['expires:<30d', { expiresWithin: 30 }],
  ['expires:<30d expires:<7d expires:>1d', { expiresWithin: 7, expiresAfter: 1 }],
  [
    'grade:E expires:30d expires:<30 tag: color:red',
    { unknown: ['grade:E', 'expires:30d', 'expires:<30', 'tag:', 'color:red'] },
  ],
];

for (const [text, expected] of rows)
  test(`search of domains: "${text}"`, () => {
    const nothing = {
      texts: [],
      tags: [],
      owners: [],
      grades: null,
      expiresWithin: null,
      expiresAfter: null,
      unknown: [],
    };
    assert.deepEqual(readSearch(text), { ...nothing, ...expected });
  });
