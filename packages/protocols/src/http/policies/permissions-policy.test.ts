import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePermissionsPolicy, type PermissionsPolicy } from './permissions-policy.ts';

const parse = (...values: string[]): PermissionsPolicy =>
  parsePermissionsPolicy(values.map((value) => ['Permissions-Policy', value] as const));

const featuresOf = (policy: PermissionsPolicy) => {
  assert.equal(policy.state, 'valid');
  return policy.state === 'valid' ? policy.features : new Map();
};

test('a lone token and a list of one mean the same', () => {
  for (const text of ['camera=*', 'camera=(*)']) {
    assert.deepEqual(featuresOf(parse(text)).get('camera'), { everyone: true, self: false, origins: [] });
  }
});

test('an empty list allows no origin, and self differs from quoted origins', () => {
  const features = featuresOf(parse('usb=(), geolocation=(self "https://maps.example")', 'hid=self'));
  assert.deepEqual(features.get('usb'), { everyone: false, self: false, origins: [] });
  assert.deepEqual(features.get('geolocation'), { everyone: false, self: true, origins: ['https://maps.example'] });
  assert.deepEqual(features.get('hid'), { everyone: false, self: true, origins: [] });
});

test('the last of two members of one name counts, across lines too', () => {
  assert.equal(featuresOf(parse('camera=*', 'camera=()')).get('camera').everyone, false);
});

test('parameters such as report-to do not change who is allowed', () => {
  assert.deepEqual(featuresOf(parse('camera=();report-to=main')).get('camera').everyone, false);
});

for (const text of [
  "camera 'none'; microphone 'none'",
  "camera='none'",
  'Camera=()',
  'camera=(),',
  'camera=(https://a.example)',
]) {
  test(`${text} is invalid as a whole or allows no origin`, () => {
    const policy = parse(text);
    assert.ok(policy.state === 'invalid' || (policy.state === 'valid' && policy.problems.length > 0));
  });
}

test('a keyword of the older Feature-Policy is a problem and allows no origin', () => {
  const policy = parse('camera=none');
  assert.equal(policy.state === 'valid' && policy.problems.length, 1);
  assert.equal(featuresOf(policy).get('camera').everyone, false);
});

test('without the header the policy is absent, with an empty one it rules no feature', () => {
  assert.equal(parse().state, 'absent');
  assert.equal(featuresOf(parse('')).size, 0);
});
