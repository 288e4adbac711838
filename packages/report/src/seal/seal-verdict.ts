import type { SealVerdict } from '@perimeter/contract/verification';
import type { SealCheckName } from './seal-checks.ts';
import type { SealVerification } from './verify-pdf.ts';

/** The checks that pass for every unchanged file, regardless of the signer. */
const ofTheFile: readonly SealCheckName[] = [
  'structure',
  'coverage',
  'container',
  'digest',
  'signature',
  'certification',
];

/** Readers look for the header in the first part of a file (ISO 32000-2 annex I, note on section 7.5.2). */
const headerBytes = 1_024;

/** Whether a file begins as PDF files do. */
export const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, headerBytes)).toString('latin1').includes('%PDF-');

/** The end of a file stands in its last part (ISO 32000-2 section 7.5.5, and annex I on its readers). */
const isEnded = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(-headerBytes)).toString('latin1').includes('%%EOF');

/** The result of a verification: unchanged files of other signers are not altered, and files that were never signed are neither. */
export function sealVerdict(
  { intact, checks, claims }: Omit<SealVerification, 'report'>,
  bytes: Uint8Array,
): SealVerdict {
  if (intact) return 'intact';
  const passed = (name: SealCheckName): boolean | null => checks.find((one) => one.name === name)?.passed ?? null;
  if (ofTheFile.every((name) => passed(name) === true) && passed('content') !== false) return 'untrusted_signer';
  // A file without our signature and without the hash of a report is not ours; of one that was cut short, nobody can say.
  const isOurs = claims.contentSha256 !== null || passed('coverage') !== null;
  if (isPdf(bytes)) return isOurs || !isEnded(bytes) ? 'altered' : 'not_sealed';
  return isOurs && isEnded(bytes) ? 'altered' : 'not_sealed';
}
