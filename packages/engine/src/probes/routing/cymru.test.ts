import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cymruRoute } from './cymru.ts';

const behind = '192.0.2.0/24 | US | arin | 2010-07-14';
const prefix = '192.0.2.0/24';

const rows: readonly (readonly [what: string, text: string, route: ReturnType<typeof cymruRoute>])[] = [
  ['one origin', `"64500 | ${behind}"`, { prefix, systems: [64_500] }],
  ['two origins', `"64501 64500 | ${behind}"`, { prefix, systems: [64_500, 64_501] }],
  ['a set', `"{64501,64500} | ${behind}"`, { prefix, systems: [64_500, 64_501], inSets: [64_500, 64_501] }],
  ['a set of one', `"{64500} | ${behind}"`, { prefix, systems: [64_500], inSets: [64_500] }],
  [
    'a set beside an origin',
    `"64502 {64500 64502} | ${behind}"`,
    { prefix, systems: [64_500, 64_502], inSets: [64_500] },
  ],
  ['an empty set', `"{} | ${behind}"`, null],
  ['a set without its end', `"{64500 | ${behind}"`, null],
  ['no system', `"NA | ${behind}"`, null],
  ['no prefix', '"64500 | US"', null],
];

for (const [what, text, route] of rows)
  test(`the route in an answer with ${what}`, () => assert.deepEqual(cymruRoute(text), route));
