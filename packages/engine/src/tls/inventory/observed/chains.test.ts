import assert from 'node:assert/strict';
import { test } from 'node:test';
import { revocationVectors } from '@perimeter/protocols/x509/testing/revocation-vectors.data';
import { type ShownChain, mergedChains, readChains } from './chains.ts';

const leaf = new Uint8Array(Buffer.from(revocationVectors.plain, 'base64'));
const issuer = new Uint8Array(Buffer.from(revocationVectors.authority, 'base64'));
const none = { ocspResponse: null, timestamps: null };
const tls12: ShownChain = { viaVersion: 'TLSv1.2', certificates: [leaf, issuer] };

test('a chain that TLS shows replaces the leaf that SSL 2.0 shows alone, whichever came first', () => {
  const shown: ShownChain[] = [
    { viaVersion: 'SSLv2', certificates: [leaf] },
    { viaVersion: 'TLSv1.0', certificates: [leaf, issuer] },
  ];
  for (const order of [shown, shown.toReversed()]) {
    const [chain, ...others] = readChains(order);
    assert.deepEqual([chain?.viaVersion, chain?.certificates.length, others.length], ['TLSv1.0', 2, 0]);
  }
});

test('"no staple" gives way to a staple that came later, and is absent where nobody asked', () => {
  const shown: ShownChain[] = [tls12];
  const extrasNow = () => {
    const [chain] = readChains(shown);
    return [chain?.ocspResponse, chain?.sctList];
  };
  assert.deepEqual(extrasNow(), [undefined, undefined]);
  shown.push({ ...tls12, extras: none });
  assert.deepEqual(extrasNow(), [null, null]);
  shown.push({ ...tls12, extras: { ocspResponse: Uint8Array.of(1), timestamps: Uint8Array.of(2) } });
  shown.push({ ...tls12, extras: none });
  assert.deepEqual(extrasNow(), ['AQ==', 'Ag==']);
});

test('a spare chain counts only where no other was seen, and a hostile server does not fill the memory', () => {
  const spare: ShownChain = { viaVersion: 'TLSv1.3', certificates: [issuer] };
  assert.deepEqual(
    [readChains([], spare), readChains([tls12], spare)].map(([chain]) => chain?.viaVersion),
    ['TLSv1.3', 'TLSv1.2'],
  );
  const many = Array.from({ length: 50 }, (_, index) => ({ ...tls12, certificates: [Uint8Array.of(index)] }));
  assert.equal(mergedChains(many).length, 6);
});
