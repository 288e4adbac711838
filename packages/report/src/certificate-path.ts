import { describeSignature } from '@perimeter/protocols/x509/algorithm-identifier';
import { type ParsedCertificate, parseCertificate } from '@perimeter/protocols/x509/certificate';
import { constraintsProblem, maxComparisons } from '@perimeter/protocols/certification-path/constraints';
import { sentenceOf } from '@perimeter/protocols/certification-path/problems';
import { X509Certificate } from 'node:crypto';

/** A certificate parsed twice: by our parser for its content, by Node.js for its signature. */
export interface PathCertificate {
  parsed: ParsedCertificate;
  x509: X509Certificate;
}

/** Parses a certificate; throws if it is invalid. */
export const readPathCertificate = (der: Uint8Array): PathCertificate => ({
  parsed: parseCertificate(new Uint8Array(der)),
  x509: new X509Certificate(der),
});

/** The purpose of a path's first certificate: signing documents, or time-stamping. */
export type PathPurpose = 'documents' | 'time-stamps';

const anyPurpose = '2.5.29.37.0';

/** RFC 9336, RFC 5280 section 4.2.1.12, and the corresponding purposes of Adobe and Microsoft. */
const documentPurposes: ReadonlySet<string> = new Set([
  '1.3.6.1.5.5.7.3.36',
  '1.3.6.1.5.5.7.3.4',
  anyPurpose,
  '1.2.840.113583.1.1.5',
  '1.3.6.1.4.1.311.10.3.12',
]);
const extendedKeyUsageOid = '2.5.29.37';
const timeStamping = '1.3.6.1.5.5.7.3.8';

/**
 * Extensions that this verifier processes, so that they may be critical (RFC 5280 section 4.2); certificate policies
 * are ignored.
 */
const judged: ReadonlySet<string> = new Set([
  '2.5.29.15',
  '2.5.29.17',
  '2.5.29.19',
  '2.5.29.30',
  '2.5.29.31',
  '2.5.29.32',
  extendedKeyUsageOid,
]);

const leastModulusBits = 2_048;
const brokenHashes: ReadonlySet<string> = new Set(['md2', 'md4', 'md5', 'sha1', 'unknown']);

/** A certificate's subject on one line. */
export const subjectOf = ({ x509 }: PathCertificate): string => x509.subject.replaceAll('\n', ', ');

const printTime = (seconds: number): string => new Date(seconds * 1_000).toISOString().replace('.000', '');

/** Inclusive at both ends (RFC 5280 section 4.1.2.5). */
function dateProblem(one: PathCertificate, atSeconds: number): string | null {
  const { notBefore, notAfter } = one.parsed.validity;
  if (atSeconds < notBefore) return `${subjectOf(one)} was not valid before ${printTime(notBefore)}`;
  return atSeconds > notAfter ? `${subjectOf(one)} was not valid after ${printTime(notAfter)}` : null;
}

/** RFC 3161 section 2.3: the purpose must be critical and the only one. */
function stampPurposeProblem({ parsed }: PathCertificate): string | null {
  const purposes = parsed.extendedKeyUsage;
  const isCritical = parsed.extensions.some(({ oid, critical }) => oid === extendedKeyUsageOid && critical);
  return isCritical && purposes?.length === 1 && purposes[0] === timeStamping
    ? null
    : 'is not limited to time stamping';
}

function purposeProblem(one: PathCertificate, purpose: PathPurpose): string | null {
  if (purpose === 'time-stamps') return stampPurposeProblem(one);
  const purposes = one.parsed.extendedKeyUsage;
  return purposes === null || purposes.some((oid) => documentPurposes.has(oid))
    ? null
    : 'does not allow document signing';
}

/** Why a first certificate must not sign (RFC 5280 sections 4.2.1.3, 4.2.1.9 and 4.2.1.12). */
function leafProblem(one: PathCertificate, purpose: PathPurpose): string | null {
  const { basicConstraints, keyUsage } = one.parsed;
  if (basicConstraints?.ca === true) return 'is a CA certificate';
  if (keyUsage !== null && !keyUsage.includes('digitalSignature') && !keyUsage.includes('nonRepudiation'))
    return 'has a keyUsage that does not allow signatures';
  return purposeProblem(one, purpose);
}

/**
 * An issuer's extended key usage restricts all certificates below it, as in browsers and signing programs; an anchor's
 * is ignored.
 */
function passesOn({ parsed: { extendedKeyUsage } }: PathCertificate, purpose: PathPurpose): boolean {
  const fits = (oid: string): boolean =>
    purpose === 'documents' ? documentPurposes.has(oid) : oid === timeStamping || oid === anyPurpose;
  return extendedKeyUsage === null || extendedKeyUsage.some(fits);
}

/**
 * Why an issuer must not issue the certificates below it (RFC 5280 sections 4.2.1.10 and 6.1.4 k to n), signer first.
 */
function issuerProblem({ parsed }: PathCertificate, under: readonly PathCertificate[]): string | null {
  const below = under.length - 1;
  const { basicConstraints, keyUsage } = parsed;
  if (basicConstraints?.ca !== true) return 'issued a certificate but is not a CA';
  if (keyUsage !== null && !keyUsage.includes('keyCertSign'))
    return 'has a keyUsage that does not allow certificate signing';
  const { pathLength } = basicConstraints;
  if (pathLength !== null && below > pathLength) return `allows ${pathLength} issuers below it, not ${below}`;
  const names = under.map((one) => one.parsed);
  const constraint = constraintsProblem(parsed, names, { left: maxComparisons });
  return constraint === null ? null : `violates a name constraint: ${sentenceOf(constraint)}`;
}

function strengthProblem({ parsed }: PathCertificate, isAnchor: boolean): string | null {
  const { publicKey, signatureAlgorithm, extensions, unreadable } = parsed;
  if (publicKey === null) return 'has an unreadable key';
  if ('exponent' in publicKey && publicKey.bits < leastModulusBits) return `has a key of ${publicKey.bits} bits`;
  // An anchor's own signature is not needed: it is trusted directly.
  if (!isAnchor && brokenHashes.has(describeSignature(signatureAlgorithm).hash))
    return 'is signed with a weak or unknown hash';
  const [unread] = unreadable;
  if (unread !== undefined) return `has the malformed extension ${unread.name}`;
  const strange = extensions.find(({ oid, critical }) => critical && !judged.has(oid));
  return strange === undefined ? null : `has the unknown critical extension ${strange.oid}`;
}

/**
 * What is wrong with a path (signer first, anchor last), apart from signatures and dates; null: nothing. Independent of
 * the time.
 */
export function pathProblem(path: readonly PathCertificate[], purpose: PathPurpose): string | null {
  for (const [index, one] of path.entries()) {
    const isAnchor = index === path.length - 1;
    const problem =
      (index === 0 ? leafProblem(one, purpose) : issuerProblem(one, path.slice(0, index))) ??
      strengthProblem(one, isAnchor);
    if (problem !== null) return `${subjectOf(one)} ${problem}`;
    if (index > 0 && !isAnchor && !passesOn(one, purpose)) return `${subjectOf(one)} is a CA for other purposes`;
  }
  return null;
}

/** Which certificate of a path was not valid at a time; null: none. */
export function pathDatesProblem(path: readonly PathCertificate[], atMs: number): string | null {
  for (const one of path) {
    const problem = dateProblem(one, Math.floor(atMs / 1_000));
    if (problem !== null) return problem;
  }
  return null;
}

/** Checks names and key identifiers, that the issuer is a CA, and the signature. */
export const isIssuedBy = ({ x509: one }: PathCertificate, { x509: issuer }: PathCertificate): boolean =>
  issuer.ca && one.checkIssued(issuer) && one.verify(issuer.publicKey);

const isSame = ({ x509: a }: PathCertificate, { x509: b }: PathCertificate): boolean => a.raw.equals(b.raw);

/** The path of ordered certificates up to an anchor: cut at the first that is one, or with its anchor appended. */
export function anchoredPath(
  inOrder: readonly PathCertificate[],
  anchors: readonly PathCertificate[],
): PathCertificate[] | null {
  const at = inOrder.findIndex((one) => anchors.some((anchor) => isSame(one, anchor)));
  if (at >= 0) return inOrder.slice(0, at + 1);
  const last = inOrder.at(-1);
  const anchor = anchors.find((one) => last !== undefined && isIssuedBy(last, one));
  return anchor === undefined ? null : [...inOrder, anchor];
}

/** Longer than any real path. */
const maxPathLength = 8;

/** Orders certificates as a path, starting with one, as far as they chain. */
export function inPathOrder(first: PathCertificate, others: readonly PathCertificate[]): PathCertificate[] {
  const path = [first];
  for (let last = first; path.length < maxPathLength;) {
    const next = others.find((one) => !path.some((known) => isSame(known, one)) && isIssuedBy(last, one));
    if (next === undefined) break;
    path.push(next);
    last = next;
  }
  return path;
}
