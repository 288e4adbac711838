import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, sign, verify } from 'node:crypto';
import { test } from 'node:test';
import { fc } from '../testing/random.ts';
import { concat, u16, u8, vector16 } from '../bytes.ts';
import { ProtocolError } from '../protocol-error.ts';
import { parseCertificate } from './certificate.ts';
import { decodeTimestamp, decodeTimestampList, timestampSignedData } from './sct.ts';
import { precertificateTbs } from './sct-precertificate.ts';
import { revocationVectors } from './testing/revocation-vectors.data.ts';

const bytesOf = (name: keyof typeof revocationVectors): Uint8Array =>
  new Uint8Array(Buffer.from(revocationVectors[name], 'base64'));

test('without its timestamps a certificate is, octet by octet, what it was before', () => {
  const plain = parseCertificate(bytesOf('plain'));
  const stamped = parseCertificate(bytesOf('stamped'));
  assert.notDeepEqual(stamped.tbs, plain.tbs);
  assert.deepEqual(precertificateTbs(stamped.tbs), plain.tbs);
  assert.deepEqual(stamped.sctList, Uint8Array.of(0, 3, 0, 1, 0xaa));
});

test('a certificate without timestamps has no precertificate to be had', () => {
  assert.throws(() => precertificateTbs(parseCertificate(bytesOf('plain')).tbs), ProtocolError);
});

test('a timestamp made by RFC 6962 is read, and its signature verifies', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = publicKey.export({ format: 'der', type: 'spki' });
  const logId = new Uint8Array(createHash('sha256').update(key).digest());
  const timestamp = Date.UTC(2026, 0, 1);
  const time = new Uint8Array(8);
  new DataView(time.buffer).setBigUint64(0, BigInt(timestamp));
  const der = bytesOf('plain');
  const blank = {
    logId,
    timestamp,
    extensions: Uint8Array.of(9),
    hashAlgorithm: 4,
    signatureAlgorithm: 3,
    signature: new Uint8Array(),
  };
  const signed = timestampSignedData(blank, { kind: 'certificate', der });
  const signature = new Uint8Array(sign('sha256', signed, privateKey));
  const serialised = concat([u8(0), logId, time, vector16(Uint8Array.of(9)), u8(4), u8(3), vector16(signature)]);
  const [item] = decodeTimestampList(vector16(vector16(serialised)));
  assert.ok(item);
  const read = decodeTimestamp(item);
  assert.deepEqual(read, { ...blank, signature });
  assert.equal(verify('sha256', timestampSignedData(read, { kind: 'certificate', der }), publicKey, signature), true);
  const other = timestampSignedData(read, { kind: 'precertificate', issuerKeyHash: logId, tbs: der });
  assert.equal(verify('sha256', other, publicKey, signature), false);
});

test('the signed octets have the form of RFC 6962 section 3.2', () => {
  const sct = {
    logId: new Uint8Array(32),
    timestamp: 258,
    extensions: new Uint8Array(),
    hashAlgorithm: 4,
    signatureAlgorithm: 3,
    signature: new Uint8Array(),
  };
  const entry = {
    kind: 'precertificate',
    issuerKeyHash: new Uint8Array(32).fill(7),
    tbs: Uint8Array.of(1, 2),
  } as const;
  const expected = [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, ...u16(1), ...Array(32).fill(7), 0, 0, 2, 1, 2, 0, 0];
  assert.deepEqual([...timestampSignedData(sct, entry)], expected);
});

test('whatever comes, nothing but ProtocolError is thrown', () => {
  const stamped = parseCertificate(bytesOf('stamped')).tbs;
  const harmless = (run: () => unknown): void => {
    try {
      run();
    } catch (error) {
      assert.ok(error instanceof ProtocolError);
    }
  };
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), fc.nat(stamped.length - 1), fc.nat(255), (bytes, offset, octet) => {
      harmless(() => decodeTimestampList(bytes));
      harmless(() => decodeTimestamp(concat([new Uint8Array(33), bytes])));
      const changed = Uint8Array.from(stamped);
      changed[offset] = octet;
      harmless(() => precertificateTbs(changed));
    }),
    { numRuns: 300 },
  );
});
