import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../testing/random.ts';
import { compareVersions, trimmedVersion, vendorBuild } from './version.ts';

const ascending = [
  '0.9',
  '1.0.0-alpha.1',
  '1.0.0-beta2',
  '1.0.0-rc.1',
  '1.0.0-rc.11',
  '1.0.0',
  '1.0.1',
  '1.9.0b1',
  '1.9.0',
  '1.10',
  '3.0.0-beta1',
  '3.0.0',
];

test('versions are compared as semantic versioning does', () => {
  for (const [at, version] of ascending.entries())
    for (const [other, later] of ascending.entries())
      assert.equal(Math.sign(compareVersions(version, later)), Math.sign(at - other), `${version} and ${later}`);
  assert.equal(compareVersions('1.2', '1.2.0'), 0);
});

test("'the order is total for any text in place of a version'", () => {
  const text = fc.string({ maxLength: 20 });
  fc.assert(
    fc.property(text, text, (a, b) =>
      Object.is(Math.sign(compareVersions(a, b)) + 0, -Math.sign(compareVersions(b, a)) + 0),
    ),
  );
});

test('builds of others are told from versions before a release', () => {
  for (const version of ['1.12.4-aem', '1.8.3-lts', '1.12.4+patched', '2.7.16-ELTS'.toLowerCase(), '3.4.1-hd.2'])
    assert.notEqual(vendorBuild(version), null, version);
  for (const version of ['1.12.4', '3.0.0-beta1', '1.9.0b1', '4.0.0-alpha.6', '19.0.0-next.0', '1.2.0rc3'])
    assert.equal(vendorBuild(version), null, version);
});

test('words of file names are no part of a version', () => {
  for (const text of ['3.4.0.min', '3.4.0.slim.min', '3.4.0-min', '3.4.0.', '3.4.0'])
    assert.equal(trimmedVersion(text), '3.4.0');
});
