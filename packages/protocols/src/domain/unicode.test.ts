import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toASCII } from 'tr46';
import { unicodeName } from './unicode.ts';

for (const [name, lookAlike] of [
  ['münchen.example', false],
  ['россия.example', false],
  ['例え.example', false],
  ['東京tokyo.example', false],
  ['한국어abc.example', false],
  ['ελλάδα.example', false],
  // The first letter is Cyrillic.
  ['аpple.example', true],
  // Every letter is Cyrillic.
  ['аррӏе.example', true],
  ['сосо.example', true],
  ['paypаl.example', true],
  ['gοοgle.example', true],
] as const) {
  test(`${name} ${lookAlike ? 'may be taken for another name' : 'is written in one way'}`, () => {
    assert.deepEqual(unicodeName(String(toASCII(name))), { name, lookAlike });
  });
}

test('a name in ASCII has no other form, and a label that is no A-label stays as it is', () => {
  assert.equal(unicodeName('site.lab'), null);
  assert.equal(unicodeName('xn--a.example'), null);
});
