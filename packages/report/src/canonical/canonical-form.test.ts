import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@perimeter/protocols/testing/random';
import { canonicalForm } from './canonical-form.ts';
import { canonicalJson } from './canonical-json.ts';

const of = (text: string): string | null => canonicalForm(Buffer.from(text));

test('every serialization of the same data has the same form', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      assert.equal(of(JSON.stringify(value, null, 3)), canonicalJson(JSON.parse(JSON.stringify(value))));
    }),
    { numRuns: 300 },
  );
});

test('JSON with a duplicate member, in any spelling and depth, has no canonical form', () => {
  for (const text of [
    '{"a":1,"a":1}',
    '{"a":1,"\\u0061":2}',
    '[{"x":{"a":1,"b":{},"a":2}}]',
    '{"a":{"a":1},"b":[],"a":2}',
    '{"":1,"":2}',
    '{"a\\"":1,"a\\"":2}',
  ])
    assert.equal(of(text), null, text);
  for (const text of ['{"a":{"a":1},"b":{"a":2}}', '[{"a":1},{"a":1}]', '{"a":"a","b":"a:{"}', '{"a":[":",{"a":1}]}'])
    assert.notEqual(of(text), null, text);
});

test('invalid UTF-8, a byte order mark or invalid JSON has no canonical form', () => {
  assert.equal(canonicalForm(Uint8Array.of(0x22, 0xff, 0x22)), null);
  assert.equal(canonicalForm(Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22)), null);
  assert.equal(of('\uFEFF{}'), null);
  assert.equal(of('{"a":"\\ud800"}'), null);
  assert.equal(of('{a:1}'), null);
  assert.equal(of(''), null);
  assert.equal(of('['.repeat(200_000)), null);
  assert.equal(of('1e999'), null);
});
