import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHash } from 'node:crypto';
import { decodeSignedData, encodeSignedData } from '@perimeter/protocols/cms/signed-data';
import { missedFlips, sampleOf } from '../testing/bit-flips.ts';
import { base } from '../testing/sealed-sample.ts';
import { readChainCertificate, readSigner } from './signer-certificate.ts';
import { readStamped, stampAttributes } from './stamp-container.ts';
import { openTimeStampExchange } from '../time-stamp/exchange.ts';

import { check, demands, failures, kit, roots, skip, stamped, stampedBy, verified } from '../testing/stamped-sample.ts';

test('a flipped bit anywhere is detected, also in the token and the zeros after it', { skip }, () => {
  const from = stamped.indexOf('/Contents <', base.length);
  const to = stamped.indexOf('>', from + 11);
  const missed = (offsets: number[]) => missedFlips(offsets, stamped, roots);
  assert.deepEqual(missed(sampleOf(from, to, 250)), []);
  assert.deepEqual(missed(sampleOf(base.length, stamped.length, 60)), []);
  assert.deepEqual(missed(sampleOf(0, base.length, 20)), []);
});

/** The document with a changed container. */
function withContainer(change: (container: Buffer) => Uint8Array): Buffer {
  const from = stamped.indexOf('/Contents <', base.length) + 11;
  const to = stamped.indexOf('>', from);
  const container = Buffer.from(stamped.subarray(from, to).toString('latin1'), 'hex');
  const hex = Buffer.from(change(container))
    .toString('hex')
    .padEnd(to - from, '0');
  const copy = Buffer.from(stamped);
  copy.write(hex, from, 'latin1');
  return copy;
}

/** The same container with other unsigned attributes. */
function rebuilt(container: Buffer, unsignedAttributes: readonly Uint8Array[]): Uint8Array {
  const { certificates, signature } = decodeSignedData(container);
  const [leaf, ...chain] = certificates;
  const from = stamped.indexOf('/Contents <', base.length) + 10;
  const to = stamped.indexOf('>', from) + 1;
  const digest = createHash('sha256').update(stamped.subarray(0, from)).update(stamped.subarray(to)).digest();
  const signerOf = readSigner(leaf ?? assert.fail());
  return encodeSignedData({
    digest,
    signer: signerOf,
    chain: chain.map(readChainCertificate),
    signature,
    unsignedAttributes,
  });
}

test('removing, replacing or extending the token fails the document', { skip }, async () => {
  const other = await stampedBy((request) => kit().reply(request));
  const from = other.indexOf('/Contents <', base.length) + 11;
  const otherContainer = Buffer.from(other.subarray(from, other.indexOf('>', from)).toString('latin1'), 'hex');
  assert.ok(verified(withContainer((container) => container)).intact, 'the way of changing changes nothing by itself');
  // The same signature, because RSA is deterministic, with an equally valid token.
  assert.ok(verified(withContainer(() => otherContainer)).intact, 'both are documents that the signer made');
  assert.equal(verified(withContainer((container) => rebuilt(container, []))).intact, false, 'taken out');
  const swapped = withContainer((container) => {
    const { signature, unsignedAttributes } = decodeSignedData(container);
    const exchange = openTimeStampExchange(signature, demands());
    const token = exchange.accept(kit().reply(exchange.request));
    const { vouch } = readStamped(unsignedAttributes) ?? assert.fail();
    return rebuilt(container, stampAttributes({ token, vouch }));
  });
  const result = verified(swapped);
  assert.deepEqual(
    failures(result).map(({ name }) => name),
    ['time-stamp'],
  );
  assert.match(check(result, 'time-stamp')?.detail ?? '', /does not vouch/);
  const unvouched = withContainer((container) => {
    const { token } = readStamped(decodeSignedData(container).unsignedAttributes) ?? assert.fail();
    return rebuilt(container, stampAttributes({ token, vouch: new Uint8Array(384) }).slice(0, 1));
  });
  assert.equal(verified(unvouched).intact, false, 'without the word of the signer');
  const tail = (container: Buffer): Buffer => {
    const copy = Buffer.from(container);
    copy[copy.length - 1] = 1;
    return copy;
  };
  assert.equal(verified(withContainer(tail)).intact, false);
});
