import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../testing/random.ts';
import { concat, u16, u8, vector16, vector24, vector8 } from '../../bytes.ts';
import { decodeCertificateEntries, decodeCertificates, decodeCertificateStatus } from './certificate.ts';
import { decodeCertificateRequest, decodeCertificateRequest13 } from './certificate-request.ts';
import { encodeExtensions } from './extensions.ts';
import { bytes, throwsOnlyProtocolErrors } from '../testing/decodes.ts';

const chains = fc.array(bytes(60), { maxLength: 20 });
const none = encodeExtensions([]);

test('a chain is read in its order', () => {
  fc.assert(
    fc.property(chains, (chain) => {
      assert.deepEqual(decodeCertificates(vector24(...chain.map((der) => vector24(der)))), chain);
      const entries = decodeCertificateEntries(
        concat([vector8(), vector24(...chain.map((der) => concat([vector24(der), none])))]),
      );
      assert.deepEqual(
        entries.map(({ der }) => der),
        chain,
      );
    }),
    { numRuns: 200 },
  );
});

test('no more than twenty certificates are read', () => {
  assert.equal(decodeCertificates(vector24(...Array.from({ length: 50 }, () => vector24(u8(1))))).length, 20);
});

test('a stapled response and timestamps are found in TLS 1.3', () => {
  const extensions = encodeExtensions([
    { type: 5, data: concat([u8(1), vector24(Uint8Array.of(7))]) },
    { type: 18, data: new Uint8Array(3) },
  ]);
  const [entry] = decodeCertificateEntries(concat([vector8(), vector24(vector24(u8(9)), extensions)]));
  assert.deepEqual([[...(entry?.ocspResponse ?? [])], entry?.hasTimestamps], [[7], true]);
});

test('the first response of several is the leaf’s', () => {
  assert.deepEqual([...decodeCertificateStatus(concat([u8(2), vector24(vector24(u8(5)), vector24(u8(6)))]))], [5]);
  assert.throws(() => decodeCertificateStatus(concat([u8(9), vector24()])), { name: 'ProtocolError' });
});

test('a certificate request shows schemes from TLS 1.2 on, and how many authorities', () => {
  const authorities = vector16(vector16(u8(1)), vector16(u8(2)));
  const request12 = concat([vector8(u8(1)), vector16(u16(0x0804), u16(0x0403)), authorities]);
  assert.deepEqual(decodeCertificateRequest(request12, 0x0303), { signatureSchemes: [0x0804, 0x0403], authorities: 2 });
  assert.deepEqual(decodeCertificateRequest(concat([vector8(u8(1)), authorities]), 0x0301), {
    signatureSchemes: [],
    authorities: 2,
  });
  const request13 = concat([
    vector8(),
    encodeExtensions([
      { type: 13, data: vector16(u16(0x0804)) },
      { type: 47, data: authorities },
    ]),
  ]);
  assert.deepEqual(decodeCertificateRequest13(request13), { signatureSchemes: [0x0804], authorities: 2 });
});

test('decoding throws nothing but ProtocolError', () => {
  const chain = vector24(vector24(new Uint8Array(9)), vector24(new Uint8Array(5)));
  throwsOnlyProtocolErrors(decodeCertificates, [chain]);
  throwsOnlyProtocolErrors(decodeCertificateEntries, [
    concat([vector8(), vector24(vector24(new Uint8Array(9)), none)]),
  ]);
  throwsOnlyProtocolErrors(decodeCertificateStatus, [
    concat([u8(1), vector24(new Uint8Array(9))]),
    concat([u8(2), chain]),
  ]);
  throwsOnlyProtocolErrors((body) => decodeCertificateRequest(body, 0x0303));
  throwsOnlyProtocolErrors(decodeCertificateRequest13, [
    concat([vector8(), encodeExtensions([{ type: 47, data: vector16(vector16(u8(1))) }])]),
  ]);
});
