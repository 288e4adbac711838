import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sealPdfWithTimeStamp } from '../seal/seal-pdf.ts';
import { verifySealedPdf } from '../seal/verify-pdf.ts';
import { openTimeStampExchange } from '../time-stamp/exchange.ts';
import { missedFlips, sampleOf } from './bit-flips.ts';
import { opensslMissing } from './openssl.ts';
import { base, sealed, trust } from './sealed-sample.ts';
import { kit, now, roots, today } from './stamped-sample.ts';

/** How many bytes of a document get a flipped bit: in the container, in the rest of the seal, and before it. */
export interface Flips {
  container: number;
  seal: number;
  document: number;
}

function assertDetected(file: Buffer, trusted: typeof trust, { container, seal, document }: Flips, told: string): void {
  const from = file.indexOf('/Contents <', base.length);
  const to = file.indexOf('>', from + 11);
  for (const offsets of [
    sampleOf(from, to, container),
    sampleOf(base.length, file.length, seal),
    sampleOf(0, base.length, document),
  ])
    assert.deepEqual(missedFlips(offsets, file, trusted), [], told);
}

/** Flips bits of the sealed sample. */
export function testFlips(flips: Flips): void {
  test('a flipped bit in any byte of the container, or in a sample of all others, is detected', () => {
    assertDetected(sealed, trust, flips, 'without a time stamp');
  });
}

/** Flips bits of documents with time stamps by these sections of the authorities. */
export function testStampedFlips(sections: readonly ('by_issuer' | 'curves')[], flips: Flips): void {
  test(
    `the same in a document with a time stamp by ${sections.join(' or ')}, including its token, its attributes and the trailing zeros`,
    { skip: opensslMissing },
    async () => {
      for (const section of sections) {
        const stamped = await sealPdfWithTimeStamp(base, today, async (signature) => {
          const exchange = openTimeStampExchange(signature, { anchors: null, policy: null, claimedMs: now * 1_000 });
          return exchange.accept(kit().reply(exchange.request, section));
        });
        assert.ok(verifySealedPdf(stamped, roots).intact);
        assertDetected(stamped, roots, flips, section);
      }
    },
  );
}
