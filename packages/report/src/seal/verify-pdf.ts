import { decodeSignedData, isSignedData, signedAttributes } from '@perimeter/protocols/cms/signed-data';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { createHash, verify, X509Certificate } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { canonicalJson } from '../canonical-json.ts';
import { PdfFile, PdfStructureError, reference } from './pdf-file.ts';
import { readSigner } from './signer-certificate.ts';

/** What is checked of a sealed file, each by itself. */
export const sealChecks = [
  'structure',
  'coverage',
  'container',
  'digest',
  'signature',
  'signer',
  'certification',
  'content',
] as const;
export type SealCheckName = (typeof sealChecks)[number];

/** One check and its answer; null: it could not be made because an earlier one failed. */
export interface SealCheck {
  name: SealCheckName;
  passed: boolean | null;
  detail: string;
}

/** What the file says of itself, once its structure could be read. */
export interface SealClaims {
  contentSha256: string | null;
  certificateSha256: string | null;
  /** Epoch milliseconds. */
  sealedAt: number | null;
}

/** A file's verification: intact only where each check passed. */
export interface SealVerification {
  intact: boolean;
  checks: SealCheck[];
  claims: SealClaims;
  fileSha256: string;
  /** The attached report, where it is what the file says. */
  report: Buffer | null;
}

/** A report that inflates to more than this is none of ours. */
const maxReportBytes = 64 * 1024 * 1024;

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Collects the answers; the first failure ends what builds on it. */
class Checklist {
  readonly checks = new Map<SealCheckName, SealCheck>();

  note(name: SealCheckName, passed: boolean, detail: string): boolean {
    this.checks.set(name, { name, passed, detail });
    return passed;
  }

  all(): SealCheck[] {
    return sealChecks.map(
      (name) => this.checks.get(name) ?? { name, passed: null, detail: 'Not reached: an earlier check failed' },
    );
  }
}

interface Signature {
  dictionary: string;
  /** Offsets of the first octet of /Contents and of the one behind it. */
  from: number;
  to: number;
  hex: string;
}

/** The certification signature, found through the newest cross-reference table and the catalogue, and nowhere else. */
function findSignature(file: PdfFile): Signature {
  const catalog = file.contents(file.newest.trailer.root);
  const object = reference(catalog, /\/Perms << \/DocMDP (\d+) 0 R >>/u, 'certification');
  const start = file.startOf(object);
  const dictionary = file.contents(object);
  const found = /\/Contents (<[0-9a-f]+>)\n/u.exec(dictionary);
  if (found?.[1] === undefined) throw new PdfStructureError('The signature is not written as ours are');
  const from = start + found.index + '/Contents '.length;
  return { dictionary, from, to: from + found[1].length, hex: found[1].slice(1, -1) };
}

/** The attached report's bytes, through the catalogue of the newest revision. */
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

const nameOf = (certificate: X509Certificate): string => certificate.subject.replaceAll('\n', ', ');

/** By name and key identifiers, as an authority, and by its signature. */
const isIssuedBy = (one: X509Certificate, issuer: X509Certificate): boolean =>
  issuer.ca && one.checkIssued(issuer) && one.verify(issuer.publicKey);

function checkSigner(list: Checklist, certificates: readonly Uint8Array[], trust: readonly X509Certificate[]): boolean {
  const [leaf, ...chain] = certificates.map((der) => new X509Certificate(der));
  if (leaf === undefined) return list.note('signer', false, 'There is no certificate');
  let issued = leaf;
  // Each certificate in the file vouches for the one before it, so that no octet of any can change unnoticed.
  for (const issuer of chain) {
    if (!isIssuedBy(issued, issuer)) return list.note('signer', false, `${nameOf(issued)} is not issued by the next`);
    issued = issuer;
  }
  const last = chain.at(-1) ?? leaf;
  const root = trust.find((one) => one.raw.equals(last.raw) || isIssuedBy(last, one));
  if (root === undefined)
    return list.note('signer', false, `${nameOf(last)} is not a root that is trusted here, nor issued by one`);
  return list.note('signer', true, `${nameOf(leaf)}, issued under ${nameOf(root)}`);
}

function checkContent(list: Checklist, file: PdfFile, claims: SealClaims): Buffer | null {
  const bytes = attachedReport(file);
  const hash = sha256(bytes).toString('hex');
  if (hash !== claims.contentSha256) {
    list.note(
      'content',
      false,
      `The attached report has SHA-256 ${hash}, the document says ${claims.contentSha256 ?? 'nothing'}`,
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

function checkAll(
  list: Checklist,
  pdf: Uint8Array,
  trust: readonly X509Certificate[],
  claims: SealClaims,
): Buffer | null {
  const file = new PdfFile(pdf);
  const { dictionary, from, to, hex } = findSignature(file);
  claims.contentSha256 = /<perimeter:contentSha256>([0-9a-f]{64})</u.exec(xmpOf(file))?.[1] ?? null;
  claims.sealedAt = sealedAtOf(dictionary);
  list.note('structure', file.sections.length === 2, `${file.sections.length} revisions; a sealed report has 2`);

  const range = /\/ByteRange \[0 (\d+) (\d+) (\d+)\] *\n/u.exec(dictionary)?.slice(1).map(Number);
  const covers = range !== undefined && range[0] === from && range[1] === to && to + (range[2] ?? 0) === pdf.length;
  if (!list.note('coverage', covers, covers ? 'The whole file' : 'The signature does not cover the whole file'))
    return null;

  const container = Buffer.from(hex, 'hex');
  const { certificates, signature } = decodeSignedData(container);
  const [leaf, ...chain] = certificates;
  if (leaf === undefined) throw new ProtocolError('A container without certificates', 0);
  const signer = readSigner(leaf);
  claims.certificateSha256 = Buffer.from(signer.sha256).toString('hex');
  const digest = sha256(pdf.subarray(0, from), pdf.subarray(to));
  // Rebuilt from the file's own digest: a container that is the same to the last octet vouches for this file.
  const isExact = isSignedData(container, { digest, signer, chain, signature });
  list.note(
    'container',
    hex.length % 2 === 0 && isExact,
    isExact ? 'Nothing in it but what is ours' : 'The container was altered, or signs another file',
  );
  list.note(
    'digest',
    isExact,
    isExact ? `SHA-256 ${digest.toString('hex')}` : 'The file is not the one that was signed',
  );
  const isSigned = verify('sha256', signedAttributes(digest, signer), signer.publicKey, signature);
  list.note('signature', isSigned, isSigned ? `By ${nameOf(signer.x509)}` : 'The signature does not verify');
  checkSigner(list, certificates, trust);
  const certifies = dictionary.includes('/TransformMethod /DocMDP /TransformParams << /Type /TransformParams /P 1 ');
  list.note('certification', certifies, certifies ? 'No changes allowed' : 'The signature allows changes');
  return checkContent(list, file, claims);
}

/**
 * Verifies a sealed report offline, against roots that the caller trusts. Every octet of the file is signed, or has the one
 * value that it can have, or the file is refused. Never throws for what a file contains.
 */
export function verifySealedPdf(pdf: Uint8Array, trust: readonly X509Certificate[]): SealVerification {
  const list = new Checklist();
  const claims: SealClaims = { contentSha256: null, certificateSha256: null, sealedAt: null };
  let report: Buffer | null = null;
  try {
    report = checkAll(list, pdf, trust, claims);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const name = sealChecks.find((check) => !list.checks.has(check)) ?? 'content';
    list.note(name, false, error instanceof PdfStructureError ? said : `It cannot be read: ${said}`);
  }
  const checks = list.all();
  const intact = checks.every(({ passed }) => passed === true);
  return { intact, checks, claims, fileSha256: sha256(pdf).toString('hex'), report: intact ? report : null };
}
