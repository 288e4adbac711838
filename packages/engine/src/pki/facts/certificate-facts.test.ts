import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leafContent, make, put } from '@perimeter/protocols/certification-path/testing/chain';
import { breakages, changeAt, fields, places } from '@perimeter/protocols/x509/testing/broken-fields';
import { rsaSpki } from '@perimeter/protocols/x509/testing/keys';
import { createRootStore } from '../trust-lists/root-store.ts';
import { createCertificateStore } from '../context/certificate-store.ts';
import { createVerifier } from '../context/verify.ts';
import { factsOfAll } from './all-facts.ts';

/** Two close primes of 512 bits (CVE-2022-26320). */
const primes = [2n ** 511n + 111n, 2n ** 511n + 111n] as const;
const weak = make(leafContent('CN=Issuer'), put({ hash: 'sha1', spki: rsaSpki(primes[0] * primes[1], 65_537n) }));

function factsOf(certificate: Uint8Array) {
  const store = createCertificateStore();
  store.add(certificate, 'served');
  const fetcher = { get: async () => null, attempts: () => [] };
  const roots = createRootStore(null, []);
  const [facts] = factsOfAll({ store, roots, fetcher, verify: createVerifier(), atSeconds: 0 });
  assert.ok(facts !== undefined);
  return facts;
}

const whole = factsOf(weak);

test('the certificate of these tests has a short key with close primes, and SHA-1', () => {
  assert.equal(whole.malformed, null);
  assert.deepEqual([whole.key.bits, whole.key.weakness?.kind, whole.signature.hash], [1_023, 'close-primes', 'sha1']);
});

for (const field of fields.filter((name) => name !== 'spki' && name !== 'signatureAlgorithm'))
  test(`a malformed ${field} does not hide key size, close primes or SHA-1`, () => {
    for (const [how, edit] of Object.entries(breakages)) {
      const facts = factsOf(changeAt(weak, places[field], edit));
      assert.deepEqual([facts.key, facts.signature], [whole.key, whole.signature], how);
    }
  });

test('unreadable fields are named, and readable ones are present', () => {
  const facts = factsOf(changeAt(weak, places.notAfter, ({ tag }) => Uint8Array.of(tag, 0)));
  assert.deepEqual(facts.unreadable, ['notAfter']);
  assert.match(facts.malformed ?? '', /notAfter/u);
  assert.equal(facts.commonName, whole.commonName);
  assert.deepEqual(facts.subjectAltNames, whole.subjectAltNames);
});
