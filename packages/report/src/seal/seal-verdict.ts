import type { SealVerdict } from '@perimeter/contract/verification';
import type { SealCheckName } from './seal-checks.ts';
import type { SealVerification } from './verify-pdf.ts';

/** The checks that any unmodified file passes, whoever signed it. */
const ofTheFile: readonly SealCheckName[] = [
  'structure',
  'coverage',
  'container',
  'digest',
  'signature',
  'certification',
];

/** Readers search for the header in this part of a file (ISO 32000-2 annex I, note on section 7.5.2). */
const headerBytes = 1_024;

/** True if a file begins like a PDF. */
export const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, headerBytes)).toString('latin1').includes('%PDF-');

/** True if the end marker is in the file's last part (ISO 32000-2 section 7.5.5, and annex I on readers). */
const isEnded = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(-headerBytes)).toString('latin1').includes('%%EOF');

/**
 * The verdict of a verification: an unmodified file of another signer is not altered, and an unsigned file is neither.
 */
export function sealVerdict(
  { intact, checks, claims }: Omit<SealVerification, 'report'>,
  bytes: Uint8Array,
): SealVerdict {
  if (intact) return 'intact';
  const passed = (name: SealCheckName): boolean | null => checks.find((one) => one.name === name)?.passed ?? null;
  if (ofTheFile.every((name) => passed(name) === true) && passed('content') !== false) return 'untrusted_signer';
  // A file without our signature and without a report's hash is not ours; for a truncated one that is unknown.
  const isOurs = claims.contentSha256 !== null || passed('coverage') !== null;
  if (isPdf(bytes)) return isOurs || !isEnded(bytes) ? 'altered' : 'not_sealed';
  return isOurs && isEnded(bytes) ? 'altered' : 'not_sealed';
}
