import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../testing/random.ts';
import { concat, toHex, u16, u24, u8 } from '../../bytes.ts';
import { decodeSsl2Answer, encodeSsl2ClientHello, looksLikeSsl2 } from './ssl2.ts';
import { bytes, throwsOnlyProtocolErrors } from '../testing/decodes.ts';

const kindLists = fc.array(fc.nat(0xffffff), { maxLength: 10 });

function answer(kinds: readonly number[], certificate: Uint8Array, padding: number): Uint8Array {
  const head = concat([u8(4), u8(0), u8(1), u16(2), u16(certificate.length), u16(kinds.length * 3), u16(16)]);
  const body = concat([head, certificate, ...kinds.map(u24), new Uint8Array(16)]);
  if (padding === 0) return concat([u16(0x8000 | body.length), body]);
  return concat([u16(body.length + padding), u8(padding), body, new Uint8Array(padding)]);
}

test('a CLIENT-HELLO stands on the wire as the draft says', () => {
  const hello = encodeSsl2ClientHello({ kinds: [0x010080, 0x0700c0], challenge: new Uint8Array(16).fill(0x5a) });
  assert.equal(toHex(hello), `801f010002000600000010${'010080'}${'0700c0'}${'5a'.repeat(16)}`);
});

test('a SERVER-HELLO is read with kinds and certificate, under either header', () => {
  fc.assert(
    fc.property(kindLists, bytes(80), fc.nat(255), (kinds, certificate, padding) => {
      assert.deepEqual(decodeSsl2Answer(answer(kinds, certificate, padding)), {
        kind: 'server-hello',
        version: 2,
        kinds,
        certificate,
      });
    }),
    { numRuns: 200 },
  );
});

test('an answer is not read before it is whole', () => {
  const whole = answer([0x010080], new Uint8Array(9), 0);
  for (let length = 0; length < whole.length; length += 1)
    assert.equal(decodeSsl2Answer(whole.subarray(0, length)), null);
});

test('the short ERROR that other stacks send is read', () => {
  assert.deepEqual(decodeSsl2Answer(Uint8Array.of(0x80, 3, 0, 0, 1)), { kind: 'error', code: 1 });
});

test('a TLS record does not look like SSL 2.0', () => {
  assert.equal(looksLikeSsl2(Uint8Array.of(21, 3, 1, 0)), false);
  assert.equal(looksLikeSsl2(Uint8Array.of(0x80)), null);
  assert.equal(looksLikeSsl2(Uint8Array.of(0x80, 3, 0)), true);
});

test('decoding throws nothing but ProtocolError', () => {
  throwsOnlyProtocolErrors(decodeSsl2Answer, [
    answer([0x010080], new Uint8Array(20), 0),
    answer([0x010080], new Uint8Array(20), 3),
  ]);
});
