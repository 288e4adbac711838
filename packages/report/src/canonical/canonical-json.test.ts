import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { anyCharacter, fc } from '@perimeter/protocols/testing/random';
import { canonicalJson } from './canonical-json.ts';
import { digest } from './digest.ts';
import { absentVectors, publishedVectors } from '@perimeter/protocols/testing/published-vectors';

const vectorFile = publishedVectors('jcs.json');
test('the published vectors of RFC 8785 come out byte for byte', (t) => {
  if (vectorFile === null) return t.skip(absentVectors('jcs.json'));
  const { cases }: { cases: { name: string; input: string; outhex: string[] }[] } = JSON.parse(
    readFileSync(vectorFile, 'utf8'),
  );
  assert.ok(cases.length > 0);
  for (const { name, input, outhex } of cases) {
    assert.equal(Buffer.from(canonicalJson(JSON.parse(input))).toString('hex'), outhex.join(''), name);
  }
  t.diagnostic(`${cases.length} cases`);
});

test('members are sorted by UTF-16 code units (RFC 8785 section 3.2.3)', () => {
  const members = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, '\u00f6': 7 };
  assert.equal(canonicalJson(members), '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}');
});

test('numbers are written as ECMAScript writes them (RFC 8785 appendix B)', () => {
  assert.equal(
    canonicalJson([-0, 1e21, 1e-7, 333333333.3333333, 9007199254740992]),
    '[0,1e+21,1e-7,333333333.3333333,9007199254740992]',
  );
});

test('undefined members are left out', () => {
  assert.equal(canonicalJson({ b: undefined, a: null }), '{"a":null}');
});

test('values without a JSON form are refused', () => {
  for (const value of [
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '\ud800',
    { '\udead': 1 },
    undefined,
    1n,
    new Date(0),
    new Map(),
  ]) {
    assert.throws(() => canonicalJson(value), TypeError);
  }
});

test('canonical JSON parses to the same data, and the order of members changes neither it nor the digest', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3, stringUnit: anyCharacter }), (value) => {
      const wellFormed: unknown = JSON.parse(JSON.stringify(value));
      if (!JSON.stringify(wellFormed).isWellFormed() || /\\ud[89a-f]/u.test(JSON.stringify(wellFormed))) return;
      const text = canonicalJson(wellFormed);
      assert.deepEqual(JSON.parse(text), wellFormed);
      assert.equal(canonicalJson(JSON.parse(text)), text);
    }),
    { numRuns: 300 },
  );
  assert.equal(digest({ a: 1, b: [true] }), digest({ b: [true], a: 1 }));
  assert.equal(digest({}), '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
});
