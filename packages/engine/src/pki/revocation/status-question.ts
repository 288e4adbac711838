import type { ParsedCertificate } from '@perimeter/protocols/x509/certificate';
import type { RevocationStatus } from '../../evidence/certificates/schema.ts';
import type { Verify } from '../context/verify.ts';

/** What a status answer is judged by: whose status, who issued it, when, and by which arithmetic. */
export interface StatusQuestion {
  leaf: ParsedCertificate;
  /** Null where nobody knows it: then nothing can be verified. */
  issuer: ParsedCertificate | null;
  atSeconds: number;
  verify: Verify;
  /** "staple" or the URL. */
  from: string;
}

/** Why an answer counts for nothing. */
export type StatusProblem = NonNullable<RevocationStatus['problem']>;

/** Makes one. */
export const statusProblem = (reason: StatusProblem['reason'], ...values: readonly string[]): StatusProblem => ({
  reason,
  values,
});

/** An answer without a usable status, and why. */
export const noStatus = (from: string, problem: StatusProblem): RevocationStatus => ({
  status: 'unknown',
  thisUpdate: null,
  nextUpdate: null,
  revokedAt: null,
  reason: null,
  problem,
  from,
});

/** How far ahead of ours the signer's clock may be. */
const maxSkewSeconds = 300;
/** An answer that does not say when the next one comes is worth nothing after this time (Baseline Requirements section 4.9.10). */
const maxAgeSeconds = 10 * 86_400;

const timeText = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

/** What is wrong with the dates of an answer, or null. */
export function datesProblem(thisUpdate: number, nextUpdate: number | null, atSeconds: number): StatusProblem | null {
  if (thisUpdate > atSeconds + maxSkewSeconds) return statusProblem('not-yet-valid', timeText(thisUpdate));
  if (nextUpdate !== null) return nextUpdate < atSeconds ? statusProblem('expired', timeText(nextUpdate)) : null;
  return thisUpdate + maxAgeSeconds < atSeconds ? statusProblem('stale', timeText(thisUpdate)) : null;
}
