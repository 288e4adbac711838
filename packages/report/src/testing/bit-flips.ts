import type { X509Certificate } from 'node:crypto';
import { verifySealedPdf } from '../seal/verify-pdf.ts';

/** A number of evenly spread offsets of a range. */
export const sampleOf = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => from + Math.floor((index * (to - from)) / count));

/** The offsets at which a flipped bit went undetected; the bit's position varies. */
export function missedFlips(offsets: readonly number[], file: Uint8Array, trust: readonly X509Certificate[]): number[] {
  const copy = Buffer.from(file);
  return offsets.filter((offset, index) => {
    copy[offset] = (copy[offset] ?? 0) ^ (1 << (index % 8));
    const { intact } = verifySealedPdf(copy, trust);
    copy[offset] = file[offset] ?? 0;
    return intact;
  });
}
