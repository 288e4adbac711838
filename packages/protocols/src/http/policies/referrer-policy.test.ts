import assert from 'node:assert/strict';
import { test } from 'node:test';
import { effectiveReferrer, parseReferrerPolicy, type ReferrerPolicy } from './referrer-policy.ts';

const cases: [values: string[], effective: ReferrerPolicy | null, problems: number][] = [
  [[], null, 0],
  [[''], null, 0],
  [['no-referrer'], 'no-referrer', 0],
  [['Strict-Origin'], 'strict-origin', 0],
  [['no-referrer, strict-origin-when-cross-origin'], 'strict-origin-when-cross-origin', 0],
  [['no-referrer, a-policy-of-tomorrow'], 'no-referrer', 1],
  [['same-origin', 'unsafe-url'], 'unsafe-url', 0],
  [['no-referrer;'], null, 1],
  [['never'], null, 1],
  [['"origin"'], null, 1],
];

for (const [values, effective, problems] of cases) {
  test(`Referrer-Policy ${JSON.stringify(values)} means ${effective}`, () => {
    const parsed = parseReferrerPolicy(values.map((value) => ['referrer-policy', value] as const));
    assert.equal(parsed.value, effective);
    assert.equal(parsed.problems.length, problems);
  });
}

const metas: [content: string, effective: ReferrerPolicy | null][] = [
  ['', null],
  ['Unsafe-URL', 'unsafe-url'],
  ['never', 'no-referrer'],
  ['ALWAYS', 'unsafe-url'],
  ['default', 'strict-origin-when-cross-origin'],
  ['origin-when-crossorigin', 'origin-when-cross-origin'],
  ['origin, no-referrer', null],
  [' origin', null],
];

for (const [content, effective] of metas) {
  test(`a meta element with ${JSON.stringify(content)} means ${effective}`, () =>
    assert.equal(effectiveReferrer([], [{ key: 'referrer', kind: 'name', content }]).policy, effective));
}
