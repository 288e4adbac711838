import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../testing/random.ts';
import { ProtocolError } from '../protocol-error.ts';
import { canonicalName, decodeName, encodeName, isAtOrBelow, joinLabels, parentName } from './name.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

test('the names of RFC 1035 section 4.1.4 are read through their pointers', () => {
  const message = new Uint8Array(93);
  message.set(bytesOf('\x01F\x03ISI\x04ARPA\x00'), 20);
  message.set([...bytesOf('\x03FOO'), 0xc0, 20], 40);
  message.set([0xc0, 26], 64);
  assert.deepEqual(decodeName(message, 20), { name: 'F.ISI.ARPA', next: 32 });
  assert.deepEqual(decodeName(message, 40), { name: 'FOO.F.ISI.ARPA', next: 46 });
  assert.deepEqual(decodeName(message, 64), { name: 'ARPA', next: 66 });
  assert.deepEqual(decodeName(message, 92), { name: '.', next: 93 });
});

test('pointers that lead to themselves, forward, to each other or out of the message are refused', () => {
  const loops: [number[], number][] = [
    [[0xc0, 0], 0],
    [[0xc0, 2, 1, 97, 0], 0],
    [[1, 97, 0xc0, 0], 0],
    [[1, 97, 0xc0, 4, 0xc0, 0], 4],
    [[0xc0, 2, 0xc0, 0], 2],
    [[0xff, 0xff], 0],
    [[0xc0], 0],
  ];
  for (const [bytes, start] of loops) assert.throws(() => decodeName(Uint8Array.from(bytes), start), ProtocolError);
});

test('a long chain of pointers is refused although each leads backwards', () => {
  const message = Uint8Array.from([
    0,
    ...Array.from({ length: 400 }, (_, i) => [0xc0 | ((i * 2) >> 8), i === 0 ? 0 : (i * 2 - 1) & 0xff]).flat(),
  ]);
  assert.throws(() => decodeName(message, message.length - 2), ProtocolError);
});

test('the bits 01 and 10 of a label type are refused', () => {
  for (const size of [0x40, 0x80, 0xbf]) assert.throws(() => decodeName(Uint8Array.of(size, 0), 0), ProtocolError);
});

test('a name of 255 octets is read and one of 256 is refused', () => {
  const labels = (last: number) => [63, 63, 63, last].map((size) => 'a'.repeat(size)).join('.');
  assert.equal(decodeName(encodeName(labels(61)), 0).name, labels(61));
  assert.throws(() => encodeName(labels(62)), ProtocolError);
  const tooLong = Uint8Array.from(
    [63, 63, 63, 62].flatMap((size) => [size, ...Array<number>(size).fill(97)]).concat(0),
  );
  assert.throws(() => decodeName(tooLong, 0), ProtocolError);
});

test('a plain name is written and spelled as the same name with an escape is', () => {
  const label = fc.stringMatching(/^[A-Za-z0-9_-]{1,63}$/);
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 3 }), (labels) => {
      const name = labels.join('.');
      const escaped = `\\${String(name.charCodeAt(0)).padStart(3, '0')}${name.slice(1)}`;
      assert.deepEqual(encodeName(name), encodeName(escaped));
      assert.equal(canonicalName(name), canonicalName(escaped));
      assert.equal(canonicalName(`${name}.`), canonicalName(name));
    }),
  );
  for (const name of ['a'.repeat(64), 'a..b', '.a', `${'a.'.repeat(127)}a`])
    assert.throws(() => canonicalName(name), ProtocolError, name);
  // Letters outside ASCII stay as they are, even if their lower case is an ASCII letter (U+212A, the Kelvin sign).
  assert.notEqual(canonicalName('\u212a.lab'), 'k.lab');
});

test('a compressed name is refused where the type forbids compression', () => {
  const message = Uint8Array.of(1, 97, 0, 0xc0, 0);
  assert.equal(decodeName(message, 3).name, 'a');
  assert.throws(() => decodeName(message, 3, { compressed: false }), ProtocolError);
});

test('dots, backslashes and bytes beyond visible ASCII are escaped in labels', () => {
  const wire = Uint8Array.from([7, 0x61, 0x2e, 0x5c, 0x20, 0xff, 0x00, 0x22, 1, 0x62, 0]);
  const { name } = decodeName(wire, 0);
  assert.equal(name, 'a\\.\\\\\\032\\255\\000\\".b');
  assert.deepEqual(encodeName(name), wire);
});

test('one final dot is dropped, an escaped one is part of the label', () => {
  assert.deepEqual(encodeName('good.lab.'), encodeName('good.lab'));
  assert.equal(decodeName(encodeName('a\\.'), 0).name, 'a\\.');
  assert.deepEqual(encodeName('.'), Uint8Array.of(0));
  for (const bad of ['', '..', 'a..b', '.a', '\\', 'a\\25', 'a\\256', 'a'.repeat(64)]) {
    assert.throws(() => encodeName(bad), ProtocolError, bad);
  }
});

test('names are compared by labels and without regard to ASCII case', () => {
  assert.equal(canonicalName('GooD.\\076AB.'), 'good.lab');
  assert.equal(isAtOrBelow('www.good.lab', 'good.lab'), true);
  assert.equal(isAtOrBelow('good.lab', 'good.lab'), true);
  assert.equal(isAtOrBelow('notgood.lab', 'good.lab'), false);
  assert.equal(isAtOrBelow('x\\.good.lab', 'good.lab'), false);
  assert.equal(isAtOrBelow('good.lab', '.'), true);
  assert.equal(parentName('lab'), '.');
  assert.equal(parentName('.'), null);
});

const label = fc.uint8Array({ minLength: 1, maxLength: 20 });

test('any labels survive encoding and decoding', () => {
  fc.assert(
    fc.property(fc.array(label, { maxLength: 11 }), (labels) => {
      const wire = Uint8Array.from([...labels.flatMap((bytes) => [bytes.length, ...bytes]), 0]);
      const { name, next } = decodeName(wire, 0);
      assert.equal(next, wire.length);
      assert.deepEqual(encodeName(name), wire);
      assert.equal(joinLabels(labels.length === 0 ? [] : [name]), name);
    }),
    { numRuns: 300 },
  );
});

test('decoding a name from any bytes throws nothing but ProtocolError', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(310), (bytes, start) => {
      try {
        decodeName(bytes, start);
      } catch (error) {
        assert.ok(error instanceof ProtocolError);
      }
    }),
    { numRuns: 500 },
  );
});
