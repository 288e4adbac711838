import assert from 'node:assert/strict';
import { test } from 'node:test';
import { revocationVectors } from '@perimeter/protocols/x509/testing/revocation-vectors.data';
import { createObservations } from './observations.ts';

const leaf = new Uint8Array(Buffer.from(revocationVectors.plain, 'base64'));
const issuer = new Uint8Array(Buffer.from(revocationVectors.authority, 'base64'));
const none = { ocspResponse: null, timestamps: null };

test('a chain that TLS shows takes the place of the leaf that SSL 2.0 shows alone, whichever came first', () => {
  for (const order of [0, 1]) {
    const observations = createObservations();
    const add = [() => observations.addChain('SSLv2', [leaf]), () => observations.addChain('TLSv1.0', [leaf, issuer])];
    for (const one of order === 0 ? add : add.toReversed()) one();
    const [chain, ...others] = observations.chains();
    assert.deepEqual([chain?.viaVersion, chain?.certificates.length, others.length], ['TLSv1.0', 2, 0]);
  }
});

test('"no staple" gives way to a staple that came later, and nothing is said where nobody asked', () => {
  const observations = createObservations();
  observations.addChain('TLSv1.2', [leaf, issuer]);
  assert.equal(observations.chains()[0]?.ocspResponse, undefined);
  observations.addChain('TLSv1.2', [leaf, issuer], none);
  assert.deepEqual([observations.chains()[0]?.ocspResponse, observations.chains()[0]?.sctList], [null, null]);
  observations.addChain('TLSv1.3', [leaf, issuer], { ocspResponse: Uint8Array.of(1), timestamps: Uint8Array.of(2) });
  observations.addChain('TLSv1.2', [leaf, issuer], none);
  assert.deepEqual([observations.chains()[0]?.ocspResponse, observations.chains()[0]?.sctList], ['AQ==', 'Ag==']);
});
