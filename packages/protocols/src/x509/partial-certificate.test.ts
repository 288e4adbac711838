import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../testing/random.ts';
import { make, leafContent } from '../certification-path/testing/chain.ts';
import { tags } from '../der/reader.ts';
import * as der from '../der/writer.ts';
import { parseCertificate } from './certificate.ts';
import { decodeExtensions } from './certificate-extensions.ts';
import { readPartially } from './partial-certificate.ts';
import { breakages, changeAt, type Field, fields, places } from './testing/broken-fields.ts';
import { rsaSpki, withParameters } from './testing/keys.ts';

const good = make(leafContent('CN=Issuer', 'rsa:2048'));

const without = (read: ReturnType<typeof readPartially>, field: Field) =>
  Object.fromEntries(
    fields
      .filter((name) => name !== field)
      .map((name) => [name, name === 'extensions' ? decodeExtensions(read.extensions) : read[name]]),
  );

const whole = readPartially(good);

for (const field of fields)
  for (const [how, edit] of Object.entries(breakages))
    test(`a certificate whose ${field} is ${how} keeps its other fields`, () => {
      const broken = changeAt(good, places[field], edit);
      assert.deepEqual(without(readPartially(broken), field), without(whole, field));
    });

test('an extension that cannot be read hides no other', () => {
  const count = whole.extensions.length;
  for (let at = 0; at < count; at += 1) {
    const others = whole.extensions.filter((_, index) => index !== at);
    for (const [how, edit] of Object.entries(breakages)) {
      const { extensions } = readPartially(changeAt(good, [...places.extensions, 0, at], edit));
      for (const other of others)
        assert.ok(
          extensions.some(({ oid, value }) => oid === other.oid && Buffer.compare(value, other.value) === 0),
          how,
        );
    }
  }
});

const modulus = 2n ** 1023n + 12_345n;
const key = (spki: Uint8Array) => readPartially(make(leafContent('CN=Issuer'), (content) => ({ ...content, spki })));

const oddKeys: readonly (readonly [name: string, spki: Uint8Array, isFaulty: boolean])[] = [
  ['without parameters', withParameters(rsaSpki(modulus, 65_537n)), false],
  ['with other parameters', withParameters(rsaSpki(modulus, 65_537n), der.octetString()), false],
  [
    'with two parameters',
    changeAt(rsaSpki(modulus, 65_537n), [0, 0], ({ tag, content }) => der.encodeDer(tag, content, der.nullValue)),
    false,
  ],
  [
    'with something behind its numbers',
    der.sequence(
      der.sequence(der.objectIdentifier('1.2.840.113549.1.1.1'), der.nullValue),
      der.bitString(der.sequence(der.integer(modulus), der.integer(65_537n), der.integer(1))),
    ),
    true,
  ],
  [
    'with a modulus that lacks its leading zero',
    der.sequence(
      der.sequence(der.objectIdentifier('1.2.840.113549.1.1.1'), der.nullValue),
      der.bitString(
        der.sequence(der.encodeDer(tags.integer, Buffer.from(modulus.toString(16), 'hex')), der.integer(65_537n)),
      ),
    ),
    true,
  ],
  [
    'with unused bits',
    changeAt(rsaSpki(modulus, 65_537n), [0, 1], ({ tag, content }) =>
      der.encodeDer(tag, Uint8Array.of(1), content.subarray(1)),
    ),
    false,
  ],
];

for (const [name, spki, isFaulty] of oddKeys)
  test(`the size of an RSA key ${name} is read`, () => {
    const { publicKey, keyFault } = key(spki);
    assert.ok(publicKey !== null && 'modulus' in publicKey);
    assert.equal(publicKey.bits, 1024);
    assert.equal(publicKey.exponent, 65_537n);
    assert.equal(keyFault !== null, isFaulty);
  });

test('a signature algorithm with more parameters than there may be is known by its identifier', () => {
  const { signatureAlgorithm, faults } = readPartially(
    changeAt(good, places.signatureAlgorithm, ({ tag, content }) =>
      der.encodeDer(tag, content, der.nullValue, der.nullValue),
    ),
  );
  assert.equal(signatureAlgorithm?.oid, whole.signatureAlgorithm?.oid);
  assert.deepEqual(
    faults.map(({ field }) => field),
    ['signatureAlgorithm'],
  );
});

test('whatever is read in parts is whole exactly where it can be parsed, and nothing throws', () => {
  const edits = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(edits, fc.nat(), (changes, cut) => {
      const bytes = Uint8Array.from(good);
      for (const [at, value] of changes) bytes[at % bytes.length] = value;
      const given = cut % 5 === 0 ? bytes.subarray(0, cut % bytes.length) : bytes;
      const { faults } = readPartially(given);
      if (faults.length === 0) parseCertificate(given);
      else assert.throws(() => parseCertificate(given), { name: 'ProtocolError', message: faults[0]?.error.message });
    }),
    { numRuns: 500 },
  );
});
