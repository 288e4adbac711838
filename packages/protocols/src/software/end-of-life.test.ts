import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyCharacter, fc } from '../testing/random.ts';
import { outdatedProducts } from './end-of-life.ts';

const rows: readonly (readonly [value: string, found: readonly string[], packaged?: boolean])[] = [
  ['Apache/2.2.15 (CentOS)', ['Apache/2.2.15'], true],
  ['Apache/2.2.34', ['Apache/2.2.34'], false],
  ['Apache/2.4.6 (CentOS) OpenSSL/1.0.2k-fips PHP/5.4.16', ['OpenSSL/1.0.2k-fips', 'PHP/5.4.16'], true],
  ['nginx/1.18.0 (Ubuntu)', ['nginx/1.18.0'], true],
  ['nginx/1.9', ['nginx/1.9'], false],
  ['nginx/1.28.0', []],
  ['Apache', []],
  ['Apache/2.4.66', []],
  ['Microsoft-IIS/8.5', ['Microsoft-IIS/8.5'], false],
  ['Microsoft-IIS/10.0', []],
  ['PHP/8.3.1', []],
  // Rebuilds of Red Hat Enterprise Linux 8 repair PHP 7.4, and their header has no mark.
  ['PHP/7.4.33', ['PHP/7.4.33'], true],
  ['PHP/7.3.33', ['PHP/7.3.33'], false],
  ['nginx/1.18.0', ['nginx/1.18.0'], true],
  ['OpenSSL/1.0.2u', ['OpenSSL/1.0.2u'], false],
  ['OpenSSL/1.1.1k', ['OpenSSL/1.1.1k'], true],
  ['Jetty(9.4.z)', []],
  ['nginx/x', []],
  ['', []],
];
for (const [value, found, packaged] of rows)
  test(`${value || 'an empty value'}: ${found.join(', ') || 'nothing'}`, () => {
    const outdated = outdatedProducts(value);
    assert.deepEqual(
      outdated.map(({ text }) => text),
      found,
    );
    for (const one of outdated) assert.equal(one.packaged, packaged);
  });

test('no text makes the search for outdated products throw', () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => void outdatedProducts(text)));
});
