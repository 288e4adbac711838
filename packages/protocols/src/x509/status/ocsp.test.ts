import assert from 'node:assert/strict';
import { createHash, createPublicKey, verify, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { fc } from '../../testing/random.ts';
import { toHex } from '../../bytes.ts';
import { ProtocolError } from '../../protocol-error.ts';
import { decodeOcspResponse } from './ocsp.ts';
import { encodeOcspRequest, ocspRequestUrl } from './ocsp-request.ts';
import { revocationVectors } from '../testing/revocation-vectors.data.ts';

const bytesOf = (name: keyof typeof revocationVectors): Uint8Array =>
  new Uint8Array(Buffer.from(revocationVectors[name], 'base64'));

function answer(name: keyof typeof revocationVectors) {
  const { status, basic } = decodeOcspResponse(bytesOf(name));
  assert.equal(status, 'successful');
  assert.ok(basic);
  const [single] = basic.responses;
  assert.ok(single);
  return { basic, single };
}

test('a good answer names its certificate, its responder and its dates', () => {
  const { basic, single } = answer('ocspGood');
  assert.equal(single.status, 'good');
  assert.equal(toHex(single.id.serialNumber), '0a01');
  assert.equal(single.id.hashAlgorithm, '1.3.14.3.2.26');
  assert.equal(single.nextUpdate, single.thisUpdate + 7 * 86_400);
  assert.ok(basic.responder.kind === 'name');
  assert.equal(basic.responder.name.text, 'CN=Vector CA');
  assert.equal(basic.producedAt, Date.parse('2026-11-21T14:55:35Z') / 1000);
  assert.equal(basic.nonce, null);
});

test('what is signed verifies by the key of the issuer', () => {
  const { basic } = answer('ocspGood');
  const key = new X509Certificate(bytesOf('authority')).publicKey;
  assert.equal(verify('sha256', basic.signed, key, basic.signature), true);
});

test('a revoked answer says since when and why', () => {
  const { single } = answer('ocspRevoked');
  assert.deepEqual(
    [single.status, single.revokedAt, single.reason],
    ['revoked', Date.parse('2026-11-21T14:55:35Z') / 1000, 'keyCompromise'],
  );
});

test('a responder that was delegated is named by its key and brings its certificate', () => {
  const { basic } = answer('ocspDelegated');
  assert.ok(basic.responder.kind === 'key');
  const [certificate] = basic.certificates;
  assert.ok(certificate);
  assert.deepEqual(certificate, bytesOf('responder'));
  const spki = new X509Certificate(certificate).publicKey.export({ format: 'der', type: 'spki' });
  // An uncompressed point of P-256 is the last 65 octets of its SubjectPublicKeyInfo.
  assert.equal(toHex(basic.responder.hash), createHash('sha1').update(spki.subarray(-65)).digest('hex'));
  assert.equal(createPublicKey({ key: spki, format: 'der', type: 'spki' }).asymmetricKeyType, 'ec');
});

test('an unknown certificate is unknown, and a nonce is kept', () => {
  assert.equal(answer('ocspUnknown').single.status, 'unknown');
  assert.equal(answer('ocspNonce').basic.nonce?.length, 18);
});

test('an error has a status and nothing else', () => {
  assert.deepEqual(decodeOcspResponse(Uint8Array.of(0x30, 3, 10, 1, 6)), { status: 'unauthorized', basic: null });
  assert.deepEqual(decodeOcspResponse(Uint8Array.of(0x30, 3, 10, 1, 3)), { status: 'tryLater', basic: null });
});

test('a request is what OpenSSL makes of the same question', () => {
  const { single } = answer('ocspGood');
  const request = encodeOcspRequest(single.id);
  assert.deepEqual(request, bytesOf('requestGood'));
  const url = ocspRequestUrl('http://ocsp.example/', request);
  const encoded = new URL(url).pathname.slice(1);
  assert.equal(decodeURIComponent(encoded), revocationVectors.requestGood);
});

test('cut or changed answers throw nothing but ProtocolError', () => {
  const whole = bytesOf('ocspDelegated');
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.boolean(), (offset, octet, cut) => {
      const changed = Uint8Array.from(whole);
      changed[offset] = octet;
      try {
        decodeOcspResponse(cut ? changed.subarray(0, offset) : changed);
      } catch (error) {
        assert.ok(error instanceof ProtocolError);
      }
    }),
    { numRuns: 400 },
  );
});
