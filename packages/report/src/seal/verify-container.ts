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
  pathDatesProblem,
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

/** What a verifier trusts, and knows besides the file. */
export interface Trust {
  /** Trusted roots, or signers to trust no others. */
  roots: readonly PathCertificate[];
  /** Authorities trusted for time; null: the signer's vouching signature is sufficient. */
  timeAnchors: readonly PathCertificate[] | null;
  /** Since when a certificate (by SHA-256 in hexadecimal) is compromised, in epoch milliseconds; null: it is not. */
  compromisedSinceMs: (kid: string) => number | null;
  /** The latest time at which the file existed, in epoch milliseconds, according to a third party; null: unknown. */
  knownSinceMs: number | null;
}

/** The claims of a file. */
export interface ContainerClaims {
  certificateSha256: string | null;
  /** Epoch milliseconds. */
  sealedAt: number | null;
  timeStamp: { at: number; authority: string; anchor: string | null } | null;
}

/** A file's container, and the hash of the rest of the file. */
export interface Sealing {
  container: Buffer;
  digest: Uint8Array;
  claims: ContainerClaims;
}

const printTime = (ms: number): string => new Date(ms).toISOString();

/** A parsed container, and whether it equals the one rebuilt from its parts. */
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
  // Only RSA PKCS #1 v1.5 signatures are unique, and only a container with a time stamp has spare room.
  const isOurs =
    signer.keyType === 'rsa' && stamped !== undefined && (stamped !== null || der.length === container.length);
  if (!isOurs || stamped === undefined) return { parts, stamped: null, certificates: read, isExact: false };
  // Rebuilt with the file's own digest: if the container is identical byte for byte, it belongs to this file.
  const rebuilt: SignedDataParts = {
    ...parts,
    unsignedAttributes: stamped === null ? [] : stampAttributes(stamped),
    bound: 'chain',
  };
  if (isSignedData(der, rebuilt)) return { parts: rebuilt, stamped, certificates: read, isExact: true };
  // Documents of the first format do not sign the chain, so issuers' signatures must be of a unique kind.
  const first: SignedDataParts = { ...parts, bound: 'leaf' };
  const isFirst = stamped === null && read.every(isSignedByRsa) && isSignedData(der, first);
  return { parts: first, stamped, certificates: read, isExact: isFirst };
}

const isSignedByRsa = ({ parsed }: PathCertificate): boolean =>
  describeSignature(parsed.signatureAlgorithm).name.endsWith('WithRSAEncryption');

/** The signer's path to a trusted root; null, with the reason recorded, if there is none. */
function checkSigner(
  list: Checklist,
  certificates: readonly PathCertificate[],
  roots: readonly PathCertificate[],
): PathCertificate[] | null {
  // Each certificate in the file is signed by the next one, so that no byte of any can change unnoticed.
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

/** The time stamp, recorded; null without a valid one. */
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
 * Why a file may have been sealed after its keys were compromised; null: it was not. Anyone with the key can claim any
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
    pathDatesProblem(path, sealedAt) ??
    (stamp === null ? null : pathDatesProblem(path, stamp.timeMs)) ??
    compromiseProblem(path, stamp, trust);
  list.note('validity', problem === null, problem ?? `All certificates were valid at ${printTime(sealedAt)}`);
}

/** Checks a container against the rest of its file and the verifier's trust. Throws if it is not readable. */
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
