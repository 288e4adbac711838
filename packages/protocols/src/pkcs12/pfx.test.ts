import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../testing/random.ts';
import { ProtocolError } from '../protocol-error.ts';
import { constructed, nullValue, objectIdentifier, octetString, sequence, unsignedInteger } from '../der/writer.ts';
import { decodeAuthenticatedSafe, decodePfx, decodeSafeContents } from './pfx.ts';

const number = (value: number): Uint8Array => unsignedInteger(Uint8Array.of(value >> 8, value & 0xff));
const data = (content: Uint8Array): Uint8Array =>
  sequence(objectIdentifier('1.2.840.113549.1.7.1'), constructed(0, octetString(content)));
const bag = (type: number, value: Uint8Array): Uint8Array =>
  sequence(objectIdentifier(`1.2.840.113549.1.12.10.1.${type}`), constructed(0, value));
const certificate = Uint8Array.of(0x30, 0);
const certBag = bag(3, sequence(objectIdentifier('1.2.840.113549.1.9.22.1'), constructed(0, octetString(certificate))));
const key = sequence(number(0));
const contents = sequence(certBag, bag(2, key), bag(1, key), bag(5, certificate));
const sha256 = sequence(objectIdentifier('2.16.840.1.101.3.4.2.1'), nullValue);
const store = (authenticated: Uint8Array): Uint8Array =>
  sequence(
    number(3),
    data(authenticated),
    sequence(sequence(sha256, octetString(Uint8Array.of(1))), octetString(Uint8Array.of(2)), number(2048)),
  );

test('a store is read layer by layer', () => {
  const { authenticated, mac } = decodePfx(store(sequence(data(contents))));
  assert.deepEqual(mac, { hash: 'sha256', digest: Uint8Array.of(1), salt: Uint8Array.of(2), iterations: 2048 });
  const [part] = decodeAuthenticatedSafe(authenticated);
  assert.ok(part?.kind === 'plain');
  const { certificates, keys } = decodeSafeContents(part.contents);
  assert.deepEqual(certificates, [certificate]);
  assert.deepEqual(keys, [
    { isEncrypted: true, der: key },
    { isEncrypted: false, der: key },
  ]);
});

test('ciphers of another age are refused by name', () => {
  const rc2 = sequence(objectIdentifier('1.2.840.113549.1.12.1.6'), sequence());
  const info = sequence(objectIdentifier('1.2.840.113549.1.7.1'), rc2);
  const part = sequence(objectIdentifier('1.2.840.113549.1.7.6'), constructed(0, sequence(number(0), info)));
  assert.throws(() => decodeAuthenticatedSafe(sequence(part)), /other than PBES2/);
});

test('whatever the bytes, nothing but ProtocolError is thrown', () => {
  const whole = store(sequence(data(contents)));
  const mutated = fc.tuple(fc.nat(whole.length - 1), fc.nat(255)).map(([at, value]) => whole.with(at, value));
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 60 }), mutated), (bytes) => {
      for (const decode of [decodePfx, decodeAuthenticatedSafe, decodeSafeContents]) {
        try {
          decode(bytes);
        } catch (error) {
          assert.ok(error instanceof ProtocolError, String(error));
        }
      }
    }),
    { numRuns: 500 },
  );
});
