import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../testing/random.ts';
import { ProtocolError } from '../protocol-error.ts';
import { DerReader, tags } from './reader.ts';
import * as der from './writer.ts';
import * as odd from '../x509/testing/odd-values.ts';
import { readTime } from './time.ts';

const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'));

/** Reads one element of each kind, and throws if data is left. */
const readers: Record<string, (reader: DerReader) => unknown> = {
  boolean: (reader) => reader.boolean('it'),
  integer: (reader) => Buffer.from(reader.integer('it')).toString('hex'),
  small: (reader) => reader.small('it', 1000),
  bits: (reader) => Buffer.from(reader.bitString('it').bytes).toString('hex'),
  octetsInBits: (reader) => Buffer.from(reader.octetsInBits('it')).toString('hex'),
  oid: (reader) => reader.objectIdentifier('it'),
  octets: (reader) => Buffer.from(reader.octetString('it')).toString('hex'),
  sequence: (reader) => reader.enter(tags.sequence, 'it').list((one) => one.any().tag, 'it', false),
  time: (reader) => readTime(reader, 'it').seconds,
};

const good: readonly (readonly [kind: string, der: string, value: unknown])[] = [
  ['boolean', '01 01 ff', true],
  ['boolean', '01 01 00', false],
  ['integer', '02 01 00', '00'],
  ['integer', '02 02 00 80', '0080'],
  ['integer', '02 01 80', '80'],
  ['integer', '02 02 ff 7f', 'ff7f'],
  ['small', '02 02 03 e8', 1000],
  ['bits', '03 01 00', ''],
  ['bits', '03 02 07 80', '80'],
  ['octetsInBits', '03 03 00 01 02', '0102'],
  ['oid', '06 03 55 04 03', '2.5.4.3'],
  ['oid', '06 01 27', '0.39'],
  ['oid', '06 02 83 37', '2.359'],
  ['oid', '06 09 2a 86 48 86 f7 0d 01 01 0b', '1.2.840.113549.1.1.11'],
  ['octets', '04 00', ''],
  ['octets', `04 81 80 ${'00'.repeat(128)}`, '00'.repeat(128)],
  ['octets', `04 82 01 00 ${'00'.repeat(256)}`, '00'.repeat(256)],
  ['sequence', '30 05 01 01 ff 05 00', [1, 5]],
  ['sequence', '30 00', []],
  ['time', '17 0d 3235303130313030303030305a', 1_735_689_600],
  ['time', '17 0d 3530303130313030303030305a', -631_152_000],
  ['time', '18 0f 32303530303130313030303030305a', 2_524_608_000],
  ['time', '18 0f 32303234303232393233353935395a', 1_709_251_199],
];

for (const [kind, der, value] of good) {
  test(`${der.slice(0, 40)} is read as ${kind}`, () => {
    const reader = DerReader.of(hex(der));
    assert.deepEqual(readers[kind]?.(reader), value);
    reader.expectEnd('it');
  });
}

const bad: readonly (readonly [kind: string, der: string, why: RegExp])[] = [
  ['boolean', '01 01 01', /neither TRUE/],
  ['boolean', '01 02 ff ff', /neither TRUE/],
  ['boolean', '01 00', /neither TRUE/],
  ['boolean', '02 01 ff', /tag 0x02/],
  ['integer', '02 00', /without octets/],
  ['integer', '02 02 00 7f', /not minimal/],
  ['integer', '02 02 ff 80', /not minimal/],
  ['small', '02 02 03 e9', /not in 0\.\.1000/],
  ['small', '02 01 ff', /not in 0\.\.1000/],
  ['bits', '03 00', /unused bits/],
  ['bits', '03 01 01', /unused bits/],
  ['bits', '03 02 08 00', /unused bits/],
  ['bits', '03 02 01 01', /unused bits are set/],
  ['octetsInBits', '03 02 01 02', /whole number of octets/],
  ['oid', '06 00', /not an OBJECT IDENTIFIER/],
  ['oid', '06 02 55 84', /not an OBJECT IDENTIFIER/],
  ['oid', '06 03 55 80 01', /not minimal/],
  ['octets', '04 80 00 00', /indefinite/],
  ['octets', '04 81 01 00', /not minimal/],
  ['octets', `04 82 00 80 ${'00'.repeat(128)}`, /not minimal/],
  ['octets', '04 84 ff ff ff ff', /Wanted/],
  ['octets', '04 85 01 00 00 00 00', /length of 5 octets/],
  ['octets', '04 02 00', /Wanted/],
  ['octets', '24 04 04 02 00 00', /tag 0x24/],
  ['octets', '', /missing/],
  ['sequence', '30 02 1f 00', /tag number/],
  ['sequence', '30 03 02 05 00', /Wanted/],
  ['time', '17 0b 323530313031303030305a', /no point in time/],
  ['time', '17 11 3235303130313030303030302b30303030', /no point in time/],
  ['time', '17 0d 3235303233303030303030305a', /no point in time/],
  ['time', '17 0d 3235303130313234303030305a', /no point in time/],
  ['time', '17 0d 3235313330313030303030305a', /no point in time/],
  ['time', '18 11 32303530303130313030303030302e355a', /no point in time/],
  ['time', '18 0f 32303233303232393030303030305a', /no point in time/],
  ['time', '0c 0d 3235303130313030303030305a', /neither UTCTime/],
];

for (const [kind, der, why] of bad) {
  test(`${der.slice(0, 40) || 'nothing'} is no ${kind}`, () => {
    assert.throws(() => readers[kind]?.(DerReader.of(hex(der))), { name: 'ProtocolError', message: why });
  });
}

test('what is written is read again', () => {
  const arcs = fc.tuple(
    fc.integer({ min: 0, max: 1 }),
    fc.integer({ min: 0, max: 39 }),
    fc.array(fc.nat(), { maxLength: 8 }),
  );
  fc.assert(
    fc.property(
      arcs,
      fc.uint8Array({ maxLength: 300 }),
      fc.bigInt(0n, 1n << 200n),
      ([root, second, rest], octets, number) => {
        const oid = [root, second, ...rest].join('.');
        const reader = DerReader.of(
          der.sequence(der.objectIdentifier(oid), der.octetString(octets), der.integer(number), der.bitString(octets)),
        ).enter(tags.sequence, 'it');
        assert.equal(reader.objectIdentifier('it'), oid);
        assert.deepEqual(Buffer.from(reader.octetString('it')), Buffer.from(octets));
        assert.equal(BigInt(`0x${Buffer.from(reader.integer('it')).toString('hex')}`), number);
        assert.deepEqual(Buffer.from(reader.octetsInBits('it')), Buffer.from(octets));
        reader.expectEnd('it');
      },
    ),
    { numRuns: 300 },
  );
});

test('a length is refused in all but its shortest form', () => {
  fc.assert(
    fc.property(fc.nat(70_000), fc.integer({ min: 1, max: 2 }), (length, extra) => {
      const long = Buffer.concat([Uint8Array.of(4), odd.longLength(length, extra), new Uint8Array(length)]);
      assert.throws(() => DerReader.of(new Uint8Array(long)).octetString('it'), ProtocolError);
    }),
    { numRuns: 100 },
  );
});

test('walking random bytes throws nothing but ProtocolError', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.constantFrom(...Object.values(readers)), (bytes, read) => {
      try {
        read(DerReader.of(bytes));
      } catch (error) {
        assert.ok(error instanceof ProtocolError, String(error));
      }
    }),
    { numRuns: 500 },
  );
});
