import type { ParsedCertificate } from '@perimeter/protocols/x509/certificate';
import type { RevocationStatus } from '../../evidence/certificates/schema.ts';
import type { Verify } from '../context/verify.ts';

/** Inputs for judging a status answer: the certificate, its issuer, the time and the verifier. */
export interface StatusQuestion {
  leaf: ParsedCertificate;
  /** Null where it is unknown, so that nothing can be verified. */
  issuer: ParsedCertificate | null;
  atSeconds: number;
  verify: Verify;
  /** "staple" or the URL. */
  from: string;
}

/** Why a status answer is not valid. */
export type StatusProblem = NonNullable<RevocationStatus['problem']>;

/** Creates a status problem. */
export const statusProblem = (reason: StatusProblem['reason'], ...values: readonly string[]): StatusProblem => ({
  reason,
  values,
});

/** An answer without a usable status, with the reason. */
export const noStatus = (from: string, problem: StatusProblem): RevocationStatus => ({
  status: 'unknown',
  thisUpdate: null,
  nextUpdate: null,
  revokedAt: null,
  reason: null,
  problem,
  from,
});

/** Tolerated lead of the signer's clock, in seconds. */
const maxSkewSeconds = 300;
/** An answer without nextUpdate is not valid after this time (Baseline Requirements section 4.9.10). */
const maxAgeSeconds = 10 * 86_400;

const timeText = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

/** The problem of an answer's dates; null: none. */
export function datesProblem(thisUpdate: number, nextUpdate: number | null, atSeconds: number): StatusProblem | null {
  if (thisUpdate > atSeconds + maxSkewSeconds) return statusProblem('not-yet-valid', timeText(thisUpdate));
  if (nextUpdate !== null) return nextUpdate < atSeconds ? statusProblem('expired', timeText(nextUpdate)) : null;
  return thisUpdate + maxAgeSeconds < atSeconds ? statusProblem('stale', timeText(thisUpdate)) : null;
}
