import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missedFlips, sampleOf } from '../testing/bit-flips.ts';
import { openOpenssl, opensslMissing } from '../testing/openssl.ts';
import { base, options, sealed, trust, trustIn } from '../testing/sealed-sample.ts';
import { openAuthorities } from '../testing/time-stamp-authority.ts';
import { createSigner, createSigningRoot } from './certificates.ts';
import { sealPdfWithTimeStamp } from './seal-pdf.ts';
import { openTimeStampExchange } from '../time-stamp/exchange.ts';
import { verifySealedPdf } from './verify-pdf.ts';

test('a flipped bit in any byte of the container, or in a sample of all others, is detected', () => {
  const containerFrom = sealed.indexOf('/Contents <', base.length);
  const containerTo = sealed.indexOf('>', containerFrom + 11);
  assert.deepEqual(missedFlips(sampleOf(containerFrom, containerTo, 2_500), sealed, trust), []);
  assert.deepEqual(missedFlips(sampleOf(base.length, sealed.length, 1_000), sealed, trust), []);
  assert.deepEqual(missedFlips(sampleOf(0, base.length, 500), sealed, trust), []);
});

test(
  'the same in a document with a time stamp, by RSA or ECDSA, including its token, its attributes and the trailing zeros',
  { skip: opensslMissing },
  async () => {
    const kit = openAuthorities(openOpenssl());
    const now = Math.floor(Date.now() / 1_000);
    const root = await createSigningRoot(now);
    const signer = await createSigner(root, now);
    const sealer = { certificate: signer.certificate, chain: [root.certificate], key: signer.key };
    const roots = trustIn(root.certificate);
    for (const section of ['by_issuer', 'curves']) {
      const stamped = await sealPdfWithTimeStamp(
        base,
        { ...options, sealedAtMs: now * 1_000, sealer },
        async (signature) => {
          const exchange = openTimeStampExchange(signature, { anchors: null, policy: null, claimedMs: now * 1_000 });
          return exchange.accept(kit.reply(exchange.request, section));
        },
      );
      assert.ok(verifySealedPdf(stamped, roots).intact);
      const from = stamped.indexOf('/Contents <', base.length);
      const to = stamped.indexOf('>', from + 11);
      const missed = missedFlips(sampleOf(from, to, 4_000), stamped, roots);
      missed.push(...missedFlips(sampleOf(base.length, stamped.length, 500), stamped, roots));
      missed.push(...missedFlips(sampleOf(0, base.length, 250), stamped, roots));
      assert.deepEqual(missed, [], section);
    }
  },
);
