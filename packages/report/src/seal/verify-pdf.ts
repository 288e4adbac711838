import type { X509Certificate } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { canonicalJson } from '../canonical/canonical-json.ts';
import { type PathCertificate, readPathCertificate } from '../certificate-path.ts';
import { sha256 } from '../canonical/digest.ts';
import { PdfFile, PdfStructureError, reference } from './pdf-file.ts';
import { Checklist, type SealCheck } from './seal-checks.ts';
import { checkContainer, type ContainerClaims, type Trust } from './verify-container.ts';

/** The unverified claims of a file, as far as readable. */
export interface SealClaims extends ContainerClaims {
  contentSha256: string | null;
}

/** A file's verification: intact only if every check passed. */
export interface SealVerification {
  intact: boolean;
  checks: SealCheck[];
  claims: SealClaims;
  fileSha256: string;
  /** The attached report, if it matches the file's claims. */
  report: Buffer | null;
}

/** What a verifier may know besides its trusted roots. */
export interface VerifyOptions extends Partial<Pick<Trust, 'compromisedSinceMs' | 'knownSinceMs'>> {
  /** Authorities trusted for time; omitted: the signer's vouching signature is sufficient. */
  timeAuthorities?: readonly X509Certificate[] | null;
}

/** Larger than any report when inflated. */
const maxReportBytes = 64 * 1024 * 1024;

interface Signature {
  dictionary: string;
  /** Offsets of the first byte of /Contents, and of the one after it. */
  from: number;
  to: number;
  hex: string;
}

/** The certification signature, found only through the newest cross-reference table and the catalogue. */
function findSignature(file: PdfFile): Signature {
  const catalog = file.contents(file.newest.trailer.root);
  const object = reference(catalog, /\/Perms << \/DocMDP (\d+) 0 R >>/u, 'certification');
  const start = file.startOf(object);
  const dictionary = file.contents(object);
  const found = /\/Contents (<[0-9a-f]+>)\n/u.exec(dictionary);
  if (found?.[1] === undefined) throw new PdfStructureError('The signature format does not match sealed reports');
  const from = start + found.index + '/Contents '.length;
  return { dictionary, from, to: from + found[1].length, hex: found[1].slice(1, -1) };
}

/** The attached report's bytes, through the newest revision's catalogue. */
function attachedReport(file: PdfFile): Buffer {
  const catalog = file.contents(file.newest.trailer.root);
  const specification = file.contents(reference(catalog, /\/AF \[(\d+) 0 R\]/u, 'attachment'));
  const embedded = reference(specification, /\/EF <<\s*\/F (\d+) 0 R/u, 'attached file');
  const { dictionary, bytes } = file.stream(embedded);
  return dictionary.includes('/FlateDecode') ? inflateSync(bytes, { maxOutputLength: maxReportBytes }) : bytes;
}

function xmpOf(file: PdfFile): string {
  const catalog = file.contents(file.newest.trailer.root);
  return file.stream(reference(catalog, /\/Metadata (\d+) 0 R/u, 'metadata')).bytes.toString('utf8');
}

const sealedAtOf = (dictionary: string): number | null => {
  const digits = /\/M \(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z\)/u.exec(dictionary)?.slice(1).map(Number);
  if (digits === undefined) return null;
  const [year = 0, month = 1, ...rest] = digits;
  return Date.UTC(year, month - 1, ...rest);
};

function checkContent(list: Checklist, file: PdfFile, claims: SealClaims): Buffer | null {
  const bytes = attachedReport(file);
  const hash = sha256(bytes).toString('hex');
  if (hash !== claims.contentSha256) {
    list.note(
      'content',
      false,
      `The attached report has SHA-256 ${hash}, the document states ${claims.contentSha256 ?? 'none'}`,
    );
    return null;
  }
  const isCanonical = canonicalJson(JSON.parse(bytes.toString('utf8'))) === bytes.toString('utf8');
  list.note(
    'content',
    isCanonical,
    isCanonical ? `SHA-256 ${hash}, canonical JSON` : 'The attached report is not canonical JSON',
  );
  return isCanonical ? bytes : null;
}

function checkAll(list: Checklist, pdf: Uint8Array, trust: Trust, claims: SealClaims): Buffer | null {
  const file = new PdfFile(pdf);
  const { dictionary, from, to, hex } = findSignature(file);
  claims.contentSha256 = claimedHash(xmpOf(file));
  claims.sealedAt = sealedAtOf(dictionary);
  list.note('structure', file.sections.length === 2, `${file.sections.length} revisions; a sealed report has 2`);

  const range = /\/ByteRange \[0 (\d+) (\d+) (\d+)\] *\n/u.exec(dictionary)?.slice(1).map(Number);
  const covers = range !== undefined && range[0] === from && range[1] === to && to + (range[2] ?? 0) === pdf.length;
  if (!list.note('coverage', covers, covers ? 'Covers the whole file' : 'The signature does not cover the whole file'))
    return null;
  if (hex.length % 2 !== 0) throw new PdfStructureError('The container has an odd number of hex digits');
  const digest = sha256(pdf.subarray(0, from), pdf.subarray(to));
  checkContainer(list, { container: Buffer.from(hex, 'hex'), digest, claims }, trust);
  const certifies = dictionary.includes('/TransformMethod /DocMDP /TransformParams << /Type /TransformParams /P 1 ');
  list.note('certification', certifies, certifies ? 'No changes allowed' : 'The signature allows changes');
  // Only content signed by a trusted signer is inflated or parsed.
  const isOurs = list.passed('digest') && list.passed('signature') && list.passed('signer');
  return isOurs ? checkContent(list, file, claims) : null;
}

const claimedHash = (text: string): string | null =>
  /<perimeter:contentSha256>([0-9a-f]{64})<\/perimeter:contentSha256>/u.exec(text)?.[1] ?? null;

const nothingCompromised = (): null => null;

/** Certificates that our parser accepts; others cannot be anchors. */
const readable = (certificates: readonly X509Certificate[]): PathCertificate[] =>
  certificates.flatMap(({ raw }) => {
    try {
      return [readPathCertificate(raw)];
    } catch {
      return [];
    }
  });

/**
 * Verifies a sealed report offline against trusted roots. Every byte of the file is signed or has only one possible
 * value; otherwise the file is refused. Never throws for a file's content.
 */
export function verifySealedPdf(
  pdf: Uint8Array,
  roots: readonly X509Certificate[],
  { timeAuthorities = null, compromisedSinceMs = nothingCompromised, knownSinceMs = null }: VerifyOptions = {},
): SealVerification {
  const list = new Checklist();
  const claims: SealClaims = { contentSha256: null, certificateSha256: null, sealedAt: null, timeStamp: null };
  const trust: Trust = {
    roots: readable(roots),
    timeAnchors: timeAuthorities === null ? null : readable(timeAuthorities),
    compromisedSinceMs,
    knownSinceMs,
  };
  let report: Buffer | null = null;
  try {
    report = checkAll(list, pdf, trust, claims);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    list.note(list.next(), false, error instanceof PdfStructureError ? said : `Malformed: ${said}`);
  }
  claims.contentSha256 ??= claimedHash(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1'));
  const checks = list.all();
  const intact = checks.every(({ passed }) => passed === true);
  return { intact, checks, claims, fileSha256: sha256(pdf).toString('hex'), report: intact ? report : null };
}
