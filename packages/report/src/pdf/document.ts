import { orderedIssues } from '../verdict/fix-first.ts';
import type { Report } from '@perimeter/contract/report';
import createQrCode from 'qrcode-generator';
import { canonicalJson } from '../canonical/canonical-json.ts';
import { sha256Hex } from '../canonical/digest.ts';
import { annexOf } from './annex/annex.ts';
import { annexLimits, type Detail } from './annex/limits.ts';
import { boardOf } from './board/board.ts';
import type { PreviousAudit } from './changes.ts';
import { fallbackFamilies } from './printable.ts';

/** What a document needs besides the report. */
export interface DocumentOptions {
  paper: 'a4' | 'us-letter';
  /**
   * The verification page's URL, to which the hash is appended. Null if it is not reachable from other machines: then
   * there is no QR code.
   */
  verifyUrl: string | null;
  previous: PreviousAudit | null;
  /** SHA-256 of the signing certificate in hexadecimal; null for an unsigned document. */
  certificateSha256: string | null;
  /** The audit's visibility: a private one's document is marked confidential. Default: private. */
  visibility?: 'private' | 'public';
  /** How much is printed; default: brief. */
  detail?: Detail;
}

function qrRows(text: string): string[] {
  const code = createQrCode(0, 'M');
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (__, column) => (code.isDark(row, column) ? '1' : '0')).join(''),
  );
}

/** A document's data: printable text without markup. */
export interface DocumentData {
  /** For the typesetter, as JSON. */
  data: object;
  /** The attachment: the report's canonical JSON (RFC 8785). */
  canonical: string;
  /** SHA-256 of the attachment in hexadecimal. */
  hash: string;
}

/** Converts a report to the template's data; makes the canonical JSON unless given. */
export function documentData(
  report: Report,
  { paper, verifyUrl, previous, certificateSha256, visibility = 'private', detail = 'brief' }: DocumentOptions,
  canonical: string = canonicalJson(report),
): DocumentData {
  const hash = sha256Hex(canonical);
  const issues = orderedIssues(report);
  const url = verifyUrl === null ? null : `${verifyUrl}/${hash}`;
  const data = {
    paper,
    fallbackFonts: fallbackFamilies,
    ...boardOf(report, issues, { previous, isPublic: visibility === 'public' }),
    ...annexOf(report, issues, annexLimits[detail]),
    integrity: {
      hash,
      url,
      qr: url === null ? null : qrRows(url),
      bytes: Buffer.byteLength(canonical),
      certificateSha256,
    },
  };
  return { data, canonical, hash };
}
