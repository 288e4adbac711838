import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FrameOptions, parseFrameOptions } from './frame-options.ts';

const cases: [values: string[], effect: FrameOptions | null, problem: RegExp | null][] = [
  [[], null, null],
  [['DENY'], 'deny', null],
  [['sameorigin'], 'sameorigin', null],
  [['DENY', 'deny'], 'deny', null],
  [['SAMEORIGIN, SAMEORIGIN'], 'sameorigin', null],
  [['DENY, SAMEORIGIN'], 'deny', /contradict/],
  [['DENY', 'SAMEORIGIN'], 'deny', /contradict/],
  [['ALLOW-FROM https://partner.example/'], 'ignored', /ALLOW-FROM/],
  [['ALLOW-FROM https://a.example/', 'SAMEORIGIN'], 'deny', /contradict/],
  [['ALLOWALL'], 'ignored', /ALLOWALL/],
  [['ALLOWALL', 'nonsense'], 'deny', /contradict/],
  [['one', 'two'], 'ignored', /neither/],
  [['"DENY"'], 'ignored', /neither/],
  [['DENY;'], 'ignored', /neither/],
  [[''], 'ignored', /empty/],
];

for (const [values, effect, problem] of cases) {
  test(`X-Frame-Options ${JSON.stringify(values)} means ${effect}`, () => {
    const parsed = parseFrameOptions(values.map((value) => ['X-Frame-Options', value] as const));
    assert.equal(parsed.value, effect);
    if (problem === null) assert.deepEqual(parsed.problems, []);
    else
      assert.ok(
        parsed.problems.some((text) => problem.test(text)),
        parsed.problems.join('; '),
      );
  });
}
