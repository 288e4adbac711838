import assert from 'node:assert/strict';
import { createHash, sign } from 'node:crypto';
import { test } from 'node:test';
import { encodeAttribute } from '@perimeter/protocols/cms/attributes';
import { encodeSignedData, type SignedDataParts, signedAttributes } from '@perimeter/protocols/cms/signed-data';
import { objectIdentifier, octetString } from '@perimeter/protocols/der/writer';
import { missedFlips, sampleOf } from '../testing/bit-flips.ts';
import {
  failed,
  from,
  genuine,
  looseContainer,
  parts,
  refused,
  text,
  to,
  withContainer,
} from '../testing/sealed-container.ts';
import { sealed, signer, trust } from '../testing/sealed-sample.ts';

// Each test attacks a sealed file without its key; none may verify as intact.

test('a container rebuilt from its parts is identical', () => {
  assert.ok(withContainer(encodeSignedData({ ...parts, signature: genuine })).equals(sealed));
});

test('a document of the first format, whose chain is not signed, stays intact', () => {
  const first: SignedDataParts = { ...parts, bound: 'leaf', signature: genuine };
  const digits = to - from - 2 - encodeSignedData(first).length * 2;
  assert.ok(digits > 0, 'it is shorter');
  const cut = text.slice(0, to - 1 - digits) + text.slice(to - 1);
  const range = /\/ByteRange \[0 (\d+) (\d+) (\d+)\] */;
  const all = cut
    .replace(range, (found, a: string, b: string, c: string) =>
      `/ByteRange [0 ${a} ${Number(b) - digits} ${c}]`.padEnd(found.length),
    )
    .replace(/startxref\n(\d+)\n%%EOF\n$/, (_, offset: string) => `startxref\n${Number(offset) - digits}\n%%EOF\n`);
  const end = to - digits;
  const digest = createHash('sha256').update(all.slice(0, from), 'latin1').update(all.slice(end), 'latin1').digest();
  const signature = sign('sha256', signedAttributes({ ...parts, digest }, 'leaf'), signer.key);
  const hex = Buffer.from(encodeSignedData({ ...first, digest, signature })).toString('hex');
  const old = Buffer.from(`${all.slice(0, from + 1)}${hex}${all.slice(end - 1)}`, 'latin1');
  assert.deepEqual(failed(old), []);
  assert.deepEqual(missedFlips(sampleOf(from, end, 150), old, trust), []);
});

test('containers as other signers make them, with the genuine key: extra, missing or weak parts', () => {
  const digestOf = (hash: string): Uint8Array =>
    createHash(hash).update(sealed.subarray(0, from)).update(sealed.subarray(to)).digest();
  const type = encodeAttribute('1.2.840.113549.1.9.3', objectIdentifier('1.2.840.113549.1.7.1'));
  const digest = encodeAttribute('1.2.840.113549.1.9.4', octetString(digestOf('sha256')));
  const weak = encodeAttribute('1.2.840.113549.1.9.4', octetString(digestOf('sha1')));
  const time = encodeAttribute('1.2.840.113549.1.9.5', octetString(Uint8Array.of(1)));
  refused(withContainer(looseContainer([type, digest])), 'without the certificate among what is signed');
  refused(withContainer(looseContainer([type, digest, time])), 'with another signed attribute');
  refused(withContainer(looseContainer([type, weak], { hash: 'sha1' })), 'SHA-1');
  refused(withContainer(looseContainer([type])), 'without a digest');
  refused(withContainer(looseContainer([type, digest], { unsigned: time })), 'with an unsigned attribute');
  refused(withContainer(looseContainer([type, digest], { extraSigner: true })), 'with two signers');
});
