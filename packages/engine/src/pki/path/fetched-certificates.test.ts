import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@perimeter/protocols/testing/random';
import { tags } from '@perimeter/protocols/der/reader';
import { encodeDer, objectIdentifierOctets } from '@perimeter/protocols/der/writer';
import { revocationVectors } from '@perimeter/protocols/x509/testing/revocation-vectors.data';
import { certificatesIn } from './fetched-certificates.ts';

const der = new Uint8Array(Buffer.from(revocationVectors.authority, 'base64'));
const other = new Uint8Array(Buffer.from(revocationVectors.responder, 'base64'));

/** A SignedData without signers (RFC 5652 section 5.1). */
function signedData(...certificates: Uint8Array[]): Uint8Array {
  const oid = (text: string) => encodeDer(tags.objectIdentifier, objectIdentifierOctets(text));
  const empty = encodeDer(tags.set);
  const content = encodeDer(tags.sequence, oid('1.2.840.113549.1.7.1'));
  const version = encodeDer(tags.integer, Uint8Array.of(1));
  const data = encodeDer(tags.sequence, version, empty, content, encodeDer(0xa0, ...certificates), empty);
  return encodeDer(tags.sequence, oid('1.2.840.113549.1.7.2'), encodeDer(0xa0, data));
}

test('an issuer is read from DER, PKCS #7 or PEM', () => {
  assert.deepEqual(certificatesIn(der), [der]);
  assert.deepEqual(certificatesIn(signedData(der, other)), [der, other]);
  const pem = `text\n-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`;
  assert.deepEqual(certificatesIn(new TextEncoder().encode(pem + pem)), [der, der]);
});

test('other data contains no certificates', () => {
  assert.deepEqual(certificatesIn(new TextEncoder().encode('<html>404</html>')), []);
  assert.deepEqual(certificatesIn(new Uint8Array()), []);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      assert.ok(certificatesIn(Uint8Array.of(0x30, ...bytes)).length <= 10);
    }),
    { numRuns: 200 },
  );
});
