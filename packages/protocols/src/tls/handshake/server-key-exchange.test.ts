import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../testing/random.ts';
import { concat, u16, u8, vector16, vector8 } from '../../bytes.ts';
import { decodeServerKeyExchange } from './server-key-exchange.ts';
import { cipherSuites } from '../registry/suites.ts';
import { bytes, throwsOnlyProtocolErrors } from '../testing/decodes.ts';

const ecdheRsa = cipherSuites.get(0xc02f);
const dheRsa = cipherSuites.get(0x0033);
const dhAnon = cipherSuites.get(0x0034);
const exportRsa = cipherSuites.get(0x0003);
const dhePsk = cipherSuites.get(0x00aa);
const ecdhePsk = cipherSuites.get(0xc035);

const signed12 = concat([u16(0x0804), vector16(new Uint8Array(8))]);
const signedBefore = vector16(new Uint8Array(8));

test('a named curve is read with its scheme', () => {
  fc.assert(
    fc.property(fc.nat(0xffff), bytes(133), fc.nat(0xffff), (group, point, scheme) => {
      const body = concat([u8(3), u16(group), vector8(point), u16(scheme), vector16(new Uint8Array(4))]);
      assert.deepEqual(decodeServerKeyExchange(body, ecdheRsa, 0x0303), {
        kind: 'named-curve',
        group,
        publicValue: point,
        signature: scheme,
      });
    }),
    { numRuns: 200 },
  );
});

test('before TLS 1.2 the scheme is implied by the key', () => {
  const body = concat([u8(3), u16(23), vector8(Uint8Array.of(4)), signedBefore]);
  assert.equal(decodeServerKeyExchange(body, ecdheRsa, 0x0302).signature, 'implied');
});

test('the size of a finite-field prime does not count leading zeros', () => {
  fc.assert(
    fc.property(fc.nat(5), bytes(128, 1), (zeros, prime) => {
      const padded = concat([new Uint8Array(zeros), prime]);
      const body = concat([vector16(padded), vector16(u8(2)), vector16(Uint8Array.of(9)), signed12]);
      const read = decodeServerKeyExchange(body, dheRsa, 0x0303);
      const value = BigInt(`0x${Buffer.from(prime).toString('hex')}`);
      assert.equal(read.kind === 'finite-field' && read.bits, value === 0n ? 0 : value.toString(2).length);
    }),
    { numRuns: 200 },
  );
});

test('an anonymous exchange is not signed', () => {
  const body = concat([vector16(u8(23)), vector16(u8(2)), vector16(u8(9))]);
  assert.equal(decodeServerKeyExchange(body, dhAnon, 0x0303).signature, null);
});

test('an export suite shows the size of its short RSA key', () => {
  const body = concat([vector16(new Uint8Array(64).fill(0xff)), vector16(Uint8Array.of(1, 0, 1)), signedBefore]);
  const read = decodeServerKeyExchange(body, exportRsa, 0x0301);
  assert.deepEqual([read.kind, read.kind === 'rsa' && read.bits], ['rsa', 512]);
});

test('PSK exchanges begin with a hint', () => {
  const hint = vector16(new TextEncoder().encode('hint'));
  const field = concat([hint, vector16(u8(23)), vector16(u8(2)), vector16(u8(9))]);
  assert.equal(decodeServerKeyExchange(field, dhePsk, 0x0303).kind, 'finite-field');
  assert.equal(
    decodeServerKeyExchange(concat([hint, u8(3), u16(29), vector8(u8(1))]), ecdhePsk, 0x0303).kind,
    'named-curve',
  );
  assert.deepEqual(decodeServerKeyExchange(hint, cipherSuites.get(0x008c), 0x0303), {
    kind: 'psk-hint',
    signature: null,
  });
});

test('an explicit prime curve shows the size of its field', () => {
  const fields = Array.from({ length: 6 }, () => vector8(Uint8Array.of(1)));
  const body = concat([u8(1), vector8(new Uint8Array(20).fill(0xff)), ...fields, signed12]);
  const read = decodeServerKeyExchange(body, ecdheRsa, 0x0303);
  assert.deepEqual([read.kind, read.kind === 'explicit-curve' && read.fieldBits], ['explicit-curve', 160]);
});

test('explicit binary curves have one or three exponents', () => {
  for (const [basis, exponents] of [
    [1, 1],
    [2, 3],
  ] as const) {
    const fields = Array.from({ length: exponents + 6 }, () => vector8(Uint8Array.of(1)));
    const read = decodeServerKeyExchange(concat([u8(2), u16(163), u8(basis), ...fields, signed12]), ecdheRsa, 0x0303);
    assert.equal(read.kind === 'explicit-curve' && read.fieldBits, 163);
  }
});

test('parameters of unknown suites are left unread', () => {
  assert.deepEqual(decodeServerKeyExchange(new Uint8Array(7), undefined, 0x0303), { kind: 'unread', signature: null });
});

test('decoding throws nothing but ProtocolError, whatever the suite', () => {
  const valid = [
    concat([u8(3), u16(23), vector8(new Uint8Array(65)), signed12]),
    concat([vector16(u8(23)), vector16(u8(2)), vector16(u8(9)), signed12]),
  ];
  for (const suite of [ecdheRsa, dheRsa, dhAnon, exportRsa, dhePsk, ecdhePsk, cipherSuites.get(0xc01a)]) {
    for (const version of [0x0300, 0x0303])
      throwsOnlyProtocolErrors((body) => decodeServerKeyExchange(body, suite, version), valid);
  }
});
