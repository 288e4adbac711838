import { decodeTimeStampToken, isSignerOf, type TimeStampToken } from '@perimeter/protocols/time-stamp/token';
import { describeSignature } from '@perimeter/protocols/x509/algorithm-identifier';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { constants, createHash, verify } from 'node:crypto';
import {
  anchoredPath,
  pathDatesProblem,
  inPathOrder,
  type PathCertificate,
  pathProblem,
  readPathCertificate,
  subjectOf,
} from '../certificate-path.ts';

/** The token does not prove what it should; the message says why, and may quote names from it. */
export class TimeStampError extends Error {
  override readonly name = 'TimeStampError';
}

/** The requirements for a token. */
export interface TimeStampQuestion {
  /** The stamped bytes. */
  stamped: Uint8Array;
  /** Authorities trusted for time; null: any authority. */
  anchors: readonly PathCertificate[] | null;
}

/** What a token proves. */
export interface TimeStamp {
  /** Epoch milliseconds. */
  timeMs: number;
  /** Subject of the authority's certificate. */
  authority: string;
  policy: string;
  nonce: Uint8Array | null;
  /** Subject of the anchor of the authority's path; null: not checked. */
  anchor: string | null;
}

const hashOf = (hash: string, data: Uint8Array): Buffer => createHash(hash).update(data).digest();

/** The authority's certificate: its hash is signed (RFC 5816 section 2.2.1), and the token's names match it. */
function findSigner(token: TimeStampToken): { signer: PathCertificate; others: PathCertificate[] } {
  const { hash, digest } = token.certificateHash;
  const at = token.certificates.findIndex((der) => hashOf(hash, der).equals(digest));
  const der = token.certificates[at];
  if (der === undefined) throw new TimeStampError('It does not contain the certificate of its signer');
  const signer = readPathCertificate(der);
  if (!isSignerOf(token, signer.parsed)) throw new TimeStampError('Its signer differs from its certificate');
  const others = token.certificates.filter((_, index) => index !== at).map(readPathCertificate);
  return { signer, others };
}

const strongHashes: ReadonlySet<string> = new Set(['sha256', 'sha384', 'sha512']);

/**
 * RSA, RSASSA-PSS or ECDSA with SHA-2; rsaEncryption takes its hash from the digest algorithm (RFC 8933, RFC 5754
 * section 3).
 */
function isSigned(token: TimeStampToken, { x509: { publicKey } }: PathCertificate): boolean {
  const { signatureAlgorithm, messageDigest, signedAttributes, signature } = token;
  const isBare = signatureAlgorithm.oid === '1.2.840.113549.1.1.1';
  const { name, hash } = isBare
    ? { name: 'rsaEncryption', hash: messageDigest.hash }
    : describeSignature(signatureAlgorithm);
  if (!strongHashes.has(hash)) throw new TimeStampError(`It is signed with ${name}`);
  // RFC 8933 section 3: the same hash for the attributes and the content.
  if (hash !== messageDigest.hash) throw new TimeStampError('It uses two different hash algorithms');
  const key =
    name === 'rsassaPss'
      ? { key: publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }
      : publicKey;
  return verify(hash, signedAttributes, key, signature);
}

function checkAnchored(path: readonly PathCertificate[], anchors: readonly PathCertificate[]): PathCertificate[] {
  const anchored = anchoredPath(path, anchors);
  if (anchored === null) {
    const last = path.at(-1);
    throw new TimeStampError(
      `${last === undefined ? 'Its signer' : subjectOf(last)} is not trusted for time stamps, nor issued by a trusted CA`,
    );
  }
  return anchored;
}

function judge(der: Uint8Array, { stamped, anchors }: TimeStampQuestion): TimeStamp {
  const token = decodeTimeStampToken(der);
  const { info, infoDer, messageDigest } = token;
  if (!hashOf(info.imprint.hash, stamped).equals(info.imprint.digest))
    throw new TimeStampError('It is a time stamp for other data');
  if (!hashOf(messageDigest.hash, infoDer).equals(messageDigest.digest))
    throw new TimeStampError('Its content does not match its signature');
  const { signer, others } = findSigner(token);
  if (!isSigned(token, signer)) throw new TimeStampError('Its signature does not verify');
  const reached = inPathOrder(signer, anchors === null ? others : [...anchors, ...others]);
  const path = anchors === null ? reached : checkAnchored(reached, anchors);
  const problem = pathProblem(path, 'time-stamps') ?? pathDatesProblem(path, info.timeMs);
  if (problem !== null) throw new TimeStampError(problem);
  const top = path.at(-1);
  return {
    timeMs: info.timeMs,
    authority: subjectOf(signer),
    policy: info.policy,
    nonce: info.nonce,
    anchor: anchors === null || top === undefined ? null : subjectOf(top),
  };
}

/** What a token proves (RFC 3161 section 2.2). Throws TimeStampError if it proves nothing. */
export function readTimeStamp(der: Uint8Array, question: TimeStampQuestion): TimeStamp {
  try {
    return judge(der, question);
  } catch (error) {
    if (error instanceof TimeStampError) throw error;
    const said = error instanceof ProtocolError ? error.message : 'a certificate or key is malformed';
    throw new TimeStampError(`Malformed: ${said}`);
  }
}

/** Maximum difference between the clocks of service and authority, in milliseconds. */
const maxClockDifferenceMs = 10 * 60_000;

/** True if a time stamp is consistent with a document's claimed time. */
export const agreesWith = ({ timeMs }: TimeStamp, claimedMs: number): boolean =>
  Math.abs(timeMs - claimedMs) <= maxClockDifferenceMs;
