import {
  decodeSignedData,
  isSignedData,
  type SignedDataParts,
  signedAttributes,
} from '@perimeter/protocols/cms/signed-data';
import { describeSignature } from '@perimeter/protocols/x509/algorithm-identifier';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { verify } from 'node:crypto';
import {
  anchoredPath,
  datesProblem,
  isIssuedBy,
  type PathCertificate,
  pathProblem,
  readPathCertificate,
  subjectOf,
} from '../certificate-path.ts';
import { sha256Hex } from '../canonical/digest.ts';
import type { Checklist } from './seal-checks.ts';
import { readChainCertificate, readSigner } from './signer-certificate.ts';
import { readStamped, type Stamped, stampAttributes, vouchedFor } from './stamp-container.ts';
import { agreesWith, readTimeStamp, type TimeStamp, TimeStampError } from '../time-stamp/verify.ts';

/** Whom a verifier trusts, and what it knows beside the file. */
export interface Trust {
  /** Roots of signers; or signers themselves, to trust no other. */
  roots: readonly PathCertificate[];
  /** Authorities that are trusted for time; null: a time stamp is taken at the signer's word. */
  timeAnchors: readonly PathCertificate[] | null;
  /** Since when a certificate, by its SHA-256 in hex, is compromised, in epoch milliseconds; null: it is not. */
  compromisedSinceMs: (kid: string) => number | null;
  /** When the file existed at the latest, in epoch milliseconds, according to a third party; null: unknown. */
  knownSinceMs: number | null;
}

/** What a file says of itself. */
export interface ContainerClaims {
  certificateSha256: string | null;
  /** Epoch milliseconds. */
  sealedAt: number | null;
  timeStamp: { at: number; authority: string; anchor: string | null } | null;
}

/** A container as it is in the file, and the hash of the rest of the file. */
export interface Sealing {
  container: Buffer;
  digest: Uint8Array;
  claims: ContainerClaims;
}

const printTime = (ms: number): string => new Date(ms).toISOString();

/** A container read, and whether it is the one that its parts give. */
interface Opened {
  parts: SignedDataParts;
  stamped: Stamped | null;
  certificates: PathCertificate[];
  isExact: boolean;
}

function open({ container, digest }: Sealing): Opened {
  const { der, certificates, signature, unsignedAttributes } = decodeSignedData(container);
  const [leaf, ...chain] = certificates;
  if (leaf === undefined) throw new ProtocolError('container-without-certificates', 0);
  const signer = readSigner(leaf);
  const parts = { digest, signer, chain: chain.map(readChainCertificate), signature };
  const stamped = readStamped(unsignedAttributes);
  const read = certificates.map(readPathCertificate);
  // Only RSA PKCS #1 v1.5 has one signature for one content, and only where there is a time stamp is there room for more.
  const isOurs =
    signer.keyType === 'rsa' && stamped !== undefined && (stamped !== null || der.length === container.length);
  if (!isOurs || stamped === undefined) return { parts, stamped: null, certificates: read, isExact: false };
  // Rebuilt from the file's own digest: a container that is the same to the last octet vouches for this file.
  const rebuilt: SignedDataParts = {
    ...parts,
    unsignedAttributes: stamped === null ? [] : stampAttributes(stamped),
    bound: 'chain',
  };
  if (isSignedData(der, rebuilt)) return { parts: rebuilt, stamped, certificates: read, isExact: true };
  // Documents of the first form do not bind the chain: an issuer's signature must be of the kind that nobody can vary.
  const first: SignedDataParts = { ...parts, bound: 'leaf' };
  const isFirst = stamped === null && read.every(isSignedByRsa) && isSignedData(der, first);
  return { parts: first, stamped, certificates: read, isExact: isFirst };
}

const isSignedByRsa = ({ parsed }: PathCertificate): boolean =>
  describeSignature(parsed.signatureAlgorithm).name.endsWith('WithRSAEncryption');

/** The path of a signer to whom is trusted; null, and noted why, where there is none. */
function checkSigner(
  list: Checklist,
  certificates: readonly PathCertificate[],
  roots: readonly PathCertificate[],
): PathCertificate[] | null {
  // Each certificate in the file vouches for the one before it, so that no octet of any can change unnoticed.
  const broken = certificates.findIndex((one, index) => {
    const issuer = certificates[index + 1];
    return issuer !== undefined && !isIssuedBy(one, issuer);
  });
  const at = certificates[broken];
  if (at !== undefined) list.note('signer', false, `${subjectOf(at)} is not issued by the next`);
  const path = at === undefined ? anchoredPath(certificates, roots) : null;
  const [leaf, last] = [certificates[0], certificates.at(-1)];
  if (leaf === undefined || last === undefined || at !== undefined) return null;
  if (path === null) {
    list.note('signer', false, `${subjectOf(last)} is not trusted, nor issued by a trusted root`);
    return null;
  }
  const problem = pathProblem(path, 'documents');
  const anchor = path.at(-1) ?? leaf;
  const trusted = path.length === 1 ? 'directly trusted' : `issued under ${subjectOf(anchor)}`;
  return list.note('signer', problem === null, problem ?? `${subjectOf(leaf)}, ${trusted}`) ? path : null;
}

function timeStampOf(stamped: Stamped, opened: Opened, trust: Trust): TimeStamp {
  const { signer, signature } = opened.parts;
  const { x509 } = opened.certificates[0] ?? readPathCertificate(signer.der);
  if (!verify('sha256', vouchedFor(signature, stamped.token), x509.publicKey, stamped.vouch))
    throw new TimeStampError('The signer does not vouch for it');
  return readTimeStamp(stamped.token, { stamped: signature, anchors: trust.timeAnchors });
}

/** The time stamp, noted; null where there is none that holds. */
function checkTimeStamp(list: Checklist, opened: Opened, trust: Trust, claims: ContainerClaims): TimeStamp | null {
  if (opened.stamped === null) return null;
  try {
    const stamp = timeStampOf(opened.stamped, opened, trust);
    claims.timeStamp = { at: stamp.timeMs, authority: stamp.authority, anchor: stamp.anchor };
    const agrees = claims.sealedAt !== null && agreesWith(stamp, claims.sealedAt);
    const under =
      stamp.anchor === null
        ? 'accepted by the signer; not verified, because no time-stamping CA was given'
        : `under ${stamp.anchor}`;
    const detail = `${printTime(stamp.timeMs)} by ${stamp.authority}, ${under}`;
    list.note('time-stamp', agrees, agrees ? detail : `${detail}; the document states another time`);
    return agrees ? stamp : null;
  } catch (error) {
    if (!(error instanceof TimeStampError)) throw error;
    list.note('time-stamp', false, error.message);
    return null;
  }
}

/**
 * What keeps a file from having been sealed before its keys were compromised; null: nothing. Anyone with a key can write any
 * time, so only third parties count: a register, or an authority that the verifier trusts.
 */
function compromiseProblem(path: readonly PathCertificate[], stamp: TimeStamp | null, trust: Trust): string | null {
  for (const one of path) {
    const sinceMs = trust.compromisedSinceMs(sha256Hex(one.x509.raw));
    if (sinceMs === null) continue;
    const knownMs = trust.knownSinceMs ?? (stamp === null || stamp.anchor === null ? null : stamp.timeMs);
    const declared = `The key of ${subjectOf(one)} has been compromised since ${printTime(sinceMs)}`;
    if (knownMs === null) return `${declared}, and no independent proof shows that the file was sealed before`;
    if (knownMs >= sinceMs) return `${declared}, and the file dates from ${printTime(knownMs)}`;
  }
  return null;
}

function checkValidity(
  list: Checklist,
  path: readonly PathCertificate[],
  { stamp, sealedAt }: { stamp: TimeStamp | null; sealedAt: number | null },
  trust: Trust,
): void {
  if (sealedAt === null) {
    list.note('validity', false, 'The document does not say when it was sealed');
    return;
  }
  const problem =
    datesProblem(path, sealedAt) ??
    (stamp === null ? null : datesProblem(path, stamp.timeMs)) ??
    compromiseProblem(path, stamp, trust);
  list.note('validity', problem === null, problem ?? `All certificates were valid at ${printTime(sealedAt)}`);
}

/** Checks a container against the rest of its file and against whom the verifier trusts. Throws where it cannot be read. */
export function checkContainer(list: Checklist, sealing: Sealing, trust: Trust): void {
  const { digest, claims } = sealing;
  const opened = open(sealing);
  const { parts, isExact } = opened;
  claims.certificateSha256 = Buffer.from(parts.signer.sha256).toString('hex');
  const altered = 'The container was changed, or belongs to another file';
  list.note('container', isExact, isExact ? 'No foreign data' : altered);
  const hash = `SHA-256 ${Buffer.from(digest).toString('hex')}`;
  list.note('digest', isExact, isExact ? hash : 'The file is not the one that was signed');
  const [leaf] = opened.certificates;
  if (leaf === undefined) return;
  const isSigned = verify('sha256', signedAttributes(parts, parts.bound), leaf.x509.publicKey, parts.signature);
  list.note('signature', isSigned, isSigned ? `By ${subjectOf(leaf)}` : 'The signature is invalid');
  const path = checkSigner(list, opened.certificates, trust.roots);
  const stamp = checkTimeStamp(list, opened, trust, claims);
  if (path !== null) checkValidity(list, path, { stamp, sealedAt: claims.sealedAt }, trust);
}
