import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseStrictTransportSecurity } from './strict-transport-security.ts';

const parse = (...values: string[]) =>
  parseStrictTransportSecurity(values.map((value) => ['Strict-Transport-Security', value] as const));

const read: [value: string, maxAge: number, includeSubDomains: boolean, preload: boolean][] = [
  ['max-age=31536000', 31_536_000, false, false],
  ['max-age="31536000"; includeSubDomains', 31_536_000, true, false],
  ['Max-Age = 0 ;INCLUDESUBDOMAINS;; preload ;', 0, true, true],
  ['max-age=1; later="a;b"; other', 1, false, false],
  [`max-age=${'9'.repeat(400)}`, Number.MAX_SAFE_INTEGER, false, false],
];

for (const [value, maxAgeSeconds, includeSubDomains, preload] of read) {
  test(`${value.slice(0, 60)} is read`, () => {
    assert.deepEqual(parse(value), { value: { maxAgeSeconds, includeSubDomains, preload }, problems: [] });
  });
}

const voided: [value: string, problem: RegExp][] = [
  ['includeSubDomains', /max-age is missing/],
  ['max-age', /not a number/],
  ['max-age=-1', /not a number/],
  ['max-age=1; max-age=1', /repeated/],
  ['max-age=1; includeSubDomains=1', /takes no value/],
  ['max-age=1, includeSubDomains', /not a directive/],
  ['max-age="1', /not a directive/],
  ['', /max-age is missing/],
];

for (const [value, problem] of voided) {
  test(`"${value}" is void as a whole`, () => {
    const { value: policy, problems } = parse(value);
    assert.equal(policy, null);
    assert.match(problems.join('\n'), problem);
  });
}

test('the first line counts alone, also where it is void and the second is good', () => {
  assert.equal(parse('max-age=1', 'max-age=2').value?.maxAgeSeconds, 1);
  assert.equal(parse('max-age=x', 'max-age=2').value, null);
  assert.deepEqual(parse('max-age=1', 'max-age=2').problems, ['Lines after the first are ignored']);
});

test('an absent header causes no problem', () => {
  assert.deepEqual(parse(), { value: null, problems: [] });
});
