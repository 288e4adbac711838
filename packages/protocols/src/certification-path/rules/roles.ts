import type { ParsedCertificate } from '../../x509/certificate.ts';
import { baselineProblems } from './baseline.ts';
import type { KeyUsageBit } from '../../x509/extensions.ts';
import { matchesHost, presentedNames } from '../names.ts';
import { extensionIds, keyPurposes, purposeIds } from '../../x509/object-identifiers.data.ts';
import { nameOf, type PathProblem, problemOf } from '../problems.ts';
import { isSelfIssued, profileProblems, type Role } from './profile.ts';
import { keyProblems, signatureProblems } from './strength.ts';
import { printTime } from '../../der/time.ts';

/** The period is inclusive at both ends (RFC 5280 section 4.1.2.5); fractions of a second are cut off. */
function validityProblems(certificate: ParsedCertificate, atSeconds: number): PathProblem[] {
  const { notBefore, notAfter } = certificate.validity;
  const at = Math.floor(atSeconds);
  if (at < notBefore) return [problemOf('not-before-ahead', certificate, printTime(notBefore), printTime(at))];
  return at > notAfter ? [problemOf('not-after-passed', certificate, printTime(notAfter), printTime(at))] : [];
}

/**
 * Browsers apply the purposes of issuers, and of roots that have some, to all certificates below. anyExtendedKeyUsage
 * alone is not enough: Firefox and OpenSSL require the named purpose, and so do the Baseline Requirements (section
 * 7.1.2.7.10).
 */
function purposeProblems(certificate: ParsedCertificate, wanted: string | null): PathProblem[] {
  const purposes = certificate.extendedKeyUsage;
  if (purposes === null || wanted === null || purposes.includes(wanted)) return [];
  const shown = purposes.slice(0, 8).map((oid) => keyPurposes.get(oid) ?? oid);
  const without = keyPurposes.get(wanted) ?? wanted;
  return [problemOf('purpose-missing', certificate, shown.join(', '), without)];
}

/** Purposes for which the key is used in a handshake of TLS. */
const handshakes: ReadonlySet<string | null> = new Set([purposeIds.serverAuth, purposeIds.clientAuth]);

/** Keys that can only sign in a handshake: all but RSA, now that static Diffie-Hellman is gone. */
const usefulBits = (certificate: ParsedCertificate): readonly KeyUsageBit[] =>
  certificate.publicKey.algorithm === 'rsa' ? ['digitalSignature', 'keyEncipherment'] : ['digitalSignature'];

function usageProblems(certificate: ParsedCertificate, required: readonly KeyUsageBit[]): PathProblem[] {
  const { keyUsage } = certificate;
  if (keyUsage === null) return [];
  const missing = required.filter((bit) => !keyUsage.includes(bit));
  const useful = usefulBits(certificate);
  const shown = keyUsage.join(', ');
  if (missing.length > 0) return [problemOf('handshake-not-allowed', certificate, shown, missing.join(', '))];
  if (keyUsage.length === 0 || useful.some((bit) => keyUsage.includes(bit))) return [];
  const reason = useful.length === 1 ? 'no-handshake-allowed' : 'no-handshake-allowed-rsa';
  return [problemOf(reason, certificate, shown, ...useful)];
}

function hostProblems(certificate: ParsedCertificate, host: string | null): PathProblem[] {
  if (host === null || matchesHost(certificate, host)) return [];
  // Names that cannot be read are a fault of their own: the certificate may well name the host.
  if (certificate.unreadable.some(({ oid }) => oid === extensionIds.subjectAltName)) return [];
  return [problemOf('host-not-named', certificate, presentedNames(certificate), host)];
}

/** Requirements for all certificates of a path. */
export interface Demands {
  atSeconds: number;
  /** OID; null: any purpose. */
  purpose: string | null;
  baseline: boolean;
}

/** Requirements for a leaf. */
export interface LeafQuestions extends Demands {
  host: string | null;
  /** Bits that the key exchanges in use need; none: what any key exchange could use. */
  requiredUsage: readonly KeyUsageBit[];
}

/** How a leaf is vouched for apart from other certificates. */
export interface LeafStanding {
  /** Its own key signed it. */
  selfSigned: boolean;
  /** It is among the trusted roots. */
  isRoot: boolean;
}

/** What is wrong with a leaf by itself. */
export function leafProblems(
  leaf: ParsedCertificate,
  questions: LeafQuestions,
  { selfSigned, isRoot }: LeafStanding,
): PathProblem[] {
  const isAuthority = leaf.basicConstraints?.ca === true;
  return [
    // Firefox rejects a CA as a server, even a trusted root; for an untrusted one, being self-signed is the reason.
    ...(isAuthority && (isRoot || !selfSigned) ? [problemOf('leaf-is-authority', leaf)] : []),
    ...hostProblems(leaf, questions.host),
    ...validityProblems(leaf, questions.atSeconds),
    ...purposeProblems(leaf, questions.purpose),
    ...(handshakes.has(questions.purpose) ? usageProblems(leaf, questions.requiredUsage) : []),
    ...keyProblems(leaf),
    ...(selfSigned ? [] : signatureProblems(leaf)),
    ...profileProblems(leaf, 'leaf', selfSigned),
    ...(questions.baseline && !selfSigned ? baselineProblems(leaf, 'leaf') : []),
  ];
}

/** Requirements for issuing (RFC 5280 section 6.1.4 k to n). */
function authorityProblems(certificate: ParsedCertificate, role: Role): PathProblem[] {
  const { version, basicConstraints, keyUsage } = certificate;
  // Roots older than X.509 version 3 are trusted by decision, whatever they contain.
  if (version < 3) return role === 'root' ? [] : [problemOf('issuer-version', certificate, version)];
  if (basicConstraints === null) return [problemOf('issuer-without-constraints', certificate)];
  if (!basicConstraints.ca) return [problemOf('issuer-not-ca', certificate)];
  return keyUsage === null || keyUsage.includes('keyCertSign')
    ? []
    : [problemOf('issuer-key-usage', certificate, keyUsage.join(', '))];
}

/** Issuers between this one and the leaf; self-issued ones do not count (RFC 5280 section 4.2.1.9). */
function lengthProblems(certificate: ParsedCertificate, below: readonly ParsedCertificate[]): PathProblem[] {
  const limit = certificate.basicConstraints?.ca === true ? certificate.basicConstraints.pathLength : null;
  const issuers = below.slice(1).filter((one) => !isSelfIssued(one));
  if (limit === null || issuers.length <= limit) return [];
  return [problemOf('too-many-issuers', certificate, nameOf(certificate), limit, issuers.length)];
}

/** What is wrong with an issuer above these certificates, leaf first, apart from names and signatures that it gave. */
export function issuerProblems(
  certificate: ParsedCertificate,
  role: 'issuer' | 'root',
  below: readonly ParsedCertificate[],
  { atSeconds, purpose, baseline }: Demands,
): PathProblem[] {
  return [
    ...validityProblems(certificate, atSeconds),
    ...authorityProblems(certificate, role),
    ...lengthProblems(certificate, below),
    ...purposeProblems(certificate, purpose),
    ...keyProblems(certificate),
    ...(role === 'root' ? [] : signatureProblems(certificate)),
    ...profileProblems(certificate, role, false),
    ...(baseline ? baselineProblems(certificate, role) : []),
  ];
}
