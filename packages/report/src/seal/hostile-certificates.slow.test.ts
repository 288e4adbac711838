import assert from 'node:assert/strict';
import { sign } from 'node:crypto';
import { test } from 'node:test';
import { encodeSignedData, signedAttributes } from '@perimeter/protocols/cms/signed-data';
import { from, genuine, parts, refused, text, to, withContainer } from '../testing/sealed-container.ts';
import { base, nowSeconds, options, root } from '../testing/sealed-sample.ts';
import { createSigner, createSigningRoot } from './certificates.ts';
import { readChainCertificate, readSigner } from './signer-certificate.ts';
import { sealPdf } from './seal-pdf.ts';

// Each test attacks a sealed file without its key; none may verify as intact.

test("containers with the genuine signature: certificates added, replaced or removed, and another file's signature", async () => {
  const again = await createSigner(root, nowSeconds);
  const stranger = await createSigningRoot(nowSeconds);
  const chain = (...ders: Uint8Array[]) => ders.map(readChainCertificate);
  for (const [what, changed] of Object.entries({
    'without its issuer': { chain: [] },
    'with a stranger': { chain: chain(root.certificate, stranger.certificate) },
    'with a stranger of the same name in place of the root': { chain: chain(stranger.certificate) },
    'under another signer of the same root': { signer: readSigner(again.certificate) },
    'in the form that binds less': { bound: 'leaf' as const },
  }))
    refused(withContainer(encodeSignedData({ ...parts, signature: genuine, ...changed })), what);
  const other = sealPdf(base, { ...options, sealedAtMs: options.sealedAtMs + 1_000 }).toString('latin1');
  assert.equal(other.length, text.length);
  refused(Buffer.from(text.slice(0, from) + other.slice(from, to) + text.slice(to), 'latin1'), 'of another file');
  const modulus = sign('sha256', signedAttributes(parts), again.key);
  refused(withContainer(encodeSignedData({ ...parts, signature: modulus })), 'signed by another key');
});
