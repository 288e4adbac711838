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
    assert.deepEqual(parse(value), {
      value: { maxAgeSeconds, includeSubDomains, preload },
      problems: [],
      deviations: [],
      lost: [],
    });
  });
}

const voided: [value: string, problem: RegExp][] = [
  ['includeSubDomains', /max-age is missing/],
  ['max-age', /not a number/],
  ['max-age=-1', /not a number/],
  ['max-age=1; max-age=1', /repeated/],
  ['max-age=1; includeSubDomains=1', /takes no value/],
  ['max-age=1; includeSubDomains; includesubdomains', /includesubdomains is repeated/],
  ['max-age=1; includeSubDomains yes', /takes no value/],
  ['max-age=1, includeSubDomains', /not a number/],
  ['max-age="1', /not a number/],
  ['max-age 1', /not a number/],
  ['max-age==1', /not a number/],
  ["max-age='1'", /not a number/],
  ['max-age=1 2', /not a number/],
  [';max-age=1', /Chromium skips it/],
  ['x; ;max-age=1', /Chromium skips it/],
  ['x="; max-age=1', /max-age is missing/],
  ['', /max-age is missing/],
];

/** Headers that break RFC 6797 and that Chromium obeys (net/http/http_security_headers.cc). */
const obeyed: [value: string, maxAge: number, includeSubDomains: boolean, deviation: RegExp][] = [
  ['max-age=1; preload; preload', 1, false, /^preload is repeated$/],
  ['max-age=1; report-uri="a"; x; report-uri="b"', 1, false, /^report-uri is repeated$/],
  ['max-age=1; includeSubDomains; a b', 1, true, /^"a b" is not a directive$/],
  ['max-age=1; =; includeSubDomains', 1, true, /^"=" is not a directive$/],
  ['max-age=1; a, b', 1, false, /^"a, b" is not a directive$/],
  ['max-age=1; x="', 1, false, /not a directive$/],
  ['max-age=1;; max-age=2', 1, false, /^max-age is repeated$/],
  ['max-age=1; preload;; preload', 1, false, /^preload is repeated$/],
];

for (const [value, maxAgeSeconds, includeSubDomains, deviation] of obeyed) {
  test(`"${value}" breaks the grammar and is obeyed`, () => {
    const { value: policy, problems, deviations } = parse(value);
    assert.equal(policy?.maxAgeSeconds, maxAgeSeconds);
    assert.equal(policy.includeSubDomains, includeSubDomains);
    assert.deepEqual(problems, []);
    assert.equal(deviations.length, 1);
    assert.match(deviations[0] ?? '', deviation);
  });
}

test('empty directives that hide nothing break nothing', () => {
  assert.deepEqual(parse('max-age=1;;;includeSubDomains;'), {
    value: { maxAgeSeconds: 1, includeSubDomains: true, preload: false },
    problems: [],
    deviations: [],
    lost: [],
  });
});

/** RFC 6797 section 6.1 allows empty directives; what Chromium skips behind one is named by itself. */
const behindEmpty: [value: string, maxAge: number | undefined, lost: string[]][] = [
  ['max-age=1;; includeSubDomains', 1, ['includeSubDomains']],
  ['max-age=1; ; includeSubDomains ; preload', 1, ['includeSubDomains']],
  ['; max-age=1', undefined, ['max-age=1']],
  [';; max-age=1', 1, []],
  ['max-age=1; includeSubDomains;; preload', 1, []],
  ['max-age=1;;', 1, []],
];

for (const [value, maxAgeSeconds, lost] of behindEmpty) {
  test(`"${value}" breaks no grammar`, () => {
    const read = parse(value);
    assert.equal(read.value?.maxAgeSeconds, maxAgeSeconds);
    assert.deepEqual([read.deviations, read.lost], [[], lost]);
  });
}

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
  assert.deepEqual(parse(), { value: null, problems: [], deviations: [], lost: [] });
});
