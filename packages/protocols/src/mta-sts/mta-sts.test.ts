import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coversMx, parseMtaStsPolicy } from './policy.ts';
import { isMtaStsRecord, parseMtaStsRecord } from './record.ts';

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
];
for (const [index, [text, valid, ...codes]] of broken.entries()) {
  test(`odd policy ${index + 1}: ${codes.join() || 'nothing'}`, () => {
    const parsed = parseMtaStsPolicy(text);
    assert.deepEqual([parsed.valid, parsed.problems.map(({ code }) => code)], [valid, codes]);
  });
}

test('a star stands for exactly one label', () => {
  assert.equal(coversMx('*.mx.lab', 'a.mx.lab.'), true);
  assert.equal(coversMx('*.mx.lab', 'a.b.mx.lab'), false);
  assert.equal(coversMx('*.mx.lab', 'mx.lab'), false);
  assert.equal(coversMx('Mail.x.lab', 'mail.X.lab'), true);
});
