import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coversMx, parseMtaStsPolicy } from './policy.ts';
import { isMtaStsRecord, parseMtaStsRecord } from './record.ts';
import { cpuMsOf } from '../testing/cpu-time.ts';

test('the record begins with the exact version and names an id', () => {
  assert.equal(isMtaStsRecord('v=STSv1; id=1'), true);
  for (const text of ['v=STSv1', 'V=STSv1; id=1', 'v = STSv1; id=1', 'id=1; v=STSv1;'])
    assert.equal(isMtaStsRecord(text), false, text);
  assert.deepEqual(parseMtaStsRecord('v=STSv1; id=20260101T;'), { id: '20260101T', problems: [] });
  const codes = (text: string): string[] => parseMtaStsRecord(text).problems.map(({ code }) => code);
  assert.deepEqual(codes('v=STSv1;'), ['id-missing']);
  assert.deepEqual(codes('v=STSv1; id=a-b'), ['id-invalid']);
  assert.deepEqual(codes('v=STSv1; id=1; id=2'), ['tag-repeated']);
});

test('the grammar of the record is that of RFC 8461 section 3.1', () => {
  const codes = (text: string): string[] => parseMtaStsRecord(text).problems.map(({ code }) => code);
  for (const text of [
    'v=STSv1;id=1',
    'v=STSv1 ;\tid=1 ; ',
    'v=STSv1; id=1; a.b-c_d=x:y',
    'v=STSv1; x=1; id=abcdefghij0123456789abcdefghij01;',
  ])
    assert.deepEqual(codes(text), [], text);
  const odd: readonly (readonly [text: string, ...codes: string[]])[] = [
    ['v=STSv1; id = 1', 'tag-malformed', 'id-missing'],
    ['v=STSv1;; id=1', 'tag-malformed'],
    ['v=STSv1; id=1;;', 'tag-malformed'],
    ['v=STSv1; id=1; oops', 'tag-malformed'],
    ['v=STSv1; id=1; x=', 'tag-malformed'],
    ['v=STSv1; id=1; x=a=b', 'tag-malformed'],
    ['v=STSv1; id=1; -x=1', 'tag-malformed'],
    ['v=STSv1; ID=1', 'id-missing'],
    ['v=STSv1; id=', 'id-invalid'],
    ['v=STSv1; id=abcdefghij0123456789abcdefghij012', 'id-invalid'],
    ['v=STSv1; id=\u00fc', 'id-invalid'],
  ];
  for (const [text, ...expected] of odd) assert.deepEqual(codes(text), expected, text);
});

const policy = 'version: STSv1\r\nmode: enforce\r\nmx: mail.x.lab\r\nmx: *.y.lab\r\nmax_age: 604800\r\n';

test('a policy of RFC 8461 is read, with any line ends and unknown fields', () => {
  for (const text of [policy, policy.replaceAll('\r', ''), `${policy}future: 1\n`, `\n${policy}`])
    assert.deepEqual(parseMtaStsPolicy(text), {
      policy: { mode: 'enforce', maxAge: 604_800, mx: ['mail.x.lab', '*.y.lab'] },
      valid: true,
      problems: [],
    });
});

const broken: readonly (readonly [text: string, valid: boolean, ...codes: string[]])[] = [
  [policy.replace('STSv1', 'STSv2'), false, 'version-missing'],
  [policy.replace('enforce', 'Enforce'), false, 'mode-invalid'],
  [policy.replace('604800', '31557601'), false, 'max-age-invalid'],
  [policy.replace('604800', '-1'), false, 'max-age-invalid'],
  [policy.replace('*.y.lab', 'a.*.lab'), false, 'mx-invalid'],
  [policy.replaceAll(/mx:.*\r\n/gu, ''), false, 'mx-missing'],
  [`${policy}mode: none\r\n`, true, 'field-repeated'],
  [`${policy}<html>\r\n`, false, 'line-malformed'],
  ['version: STSv1\nmode: none\nmax_age: 0\n', true],
  ['mode: none\nmax_age: 31557600\nversion: STSv1', true],
  [`\u00ef\u00bb\u00bf${policy}`, false, 'line-malformed', 'version-missing'],
  [policy.replace('version:', 'Version:'), false, 'version-missing'],
  [policy.replace('mail.x.lab', 'mail.x.lab.'), false, 'mx-invalid'],
  [policy.replace('mail.x.lab', '*'), false, 'mx-invalid'],
  [policy.replace('mail.x.lab', '192.0.2.1/24'), false, 'mx-invalid'],
  [policy.replace('604800', ''), false, 'max-age-invalid'],
  [policy.replace('604800', '1e5'), false, 'max-age-invalid'],
  [policy.replace('max_age: 604800\r\n', ''), false, 'max-age-invalid'],
  [policy.replace('mode: enforce\r\n', ''), false, 'mode-invalid'],
  [`${policy}max_age: 1\r\n`, true, 'field-repeated'],
  [
    '<!doctype html>\n<title>x</title>',
    false,
    'line-malformed',
    'line-malformed',
    'version-missing',
    'mode-invalid',
    'max-age-invalid',
    'mx-missing',
  ],
];
for (const [index, [text, valid, ...codes]] of broken.entries()) {
  test(`odd policy ${index + 1}: ${codes.join() || 'nothing'}`, () => {
    const parsed = parseMtaStsPolicy(text);
    assert.deepEqual([parsed.valid, parsed.problems.map(({ code }) => code)], [valid, codes]);
  });
}

test("'a star matches exactly one label'", () => {
  assert.equal(coversMx('*.mx.lab', 'a.mx.lab.'), true);
  assert.equal(coversMx('*.mx.lab', 'a.b.mx.lab'), false);
  assert.equal(coversMx('*.mx.lab', 'mx.lab'), false);
  assert.equal(coversMx('*.mx.lab', '.mx.lab'), false);
  assert.equal(coversMx('*.mx.microsoft', 'site-lab.b-v1.mx.microsoft'), false);
  assert.equal(coversMx('mx.lab', 'a.mx.lab'), false);
  assert.equal(coversMx('*.MX.lab', 'A.mx.LAB'), true);
  assert.equal(coversMx('Mail.x.lab', 'mail.X.lab'), true);
});

test('64 KiB of anything are read in linear time', () => {
  const tookMs = cpuMsOf(() => {
    for (const text of [`a: x${' '.repeat(65_000)}x`, `mx: ${'a-'.repeat(32_000)}`, 'a:\n'.repeat(21_000)])
      assert.equal(parseMtaStsPolicy(text).valid, false);
  });
  // The first of them alone takes eight seconds where its white space is cut off by a pattern.
  assert.ok(tookMs < 2_000);
});
