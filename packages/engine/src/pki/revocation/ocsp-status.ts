import { digestOf } from '../context/digest.ts';
import { sameBytes } from '@perimeter/protocols/bytes';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { type ParsedCertificate, parseCertificate } from '@perimeter/protocols/x509/certificate';
import { sameName } from '@perimeter/protocols/x509/distinguished-name';
import {
  type BasicResponse,
  type CertificateId,
  decodeOcspResponse,
  type OcspResponse,
  type SingleResponse,
} from '@perimeter/protocols/x509/status/ocsp';
import type { RevocationStatus } from '../../evidence/certificates/schema.ts';
import { datesProblem, noStatus, type StatusProblem, statusProblem, type StatusQuestion } from './status-question.ts';

/** An OCSP status, and the timestamps in the response (RFC 6962 section 3.3). */
export interface OcspJudgement {
  status: RevocationStatus;
  timestamps: Uint8Array | null;
}

/** Hash algorithms of certificate identifiers, by OID. */
const identifierHashes: ReadonlyMap<string, string> = new Map([
  ['1.3.14.3.2.26', 'sha1'],
  ['2.16.840.1.101.3.4.2.1', 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
]);

/** id-kp-OCSPSigning (RFC 6960 section 4.2.2.2). */
const ocspSigning = '1.3.6.1.5.5.7.3.9';

const sha1Id = '1.3.14.3.2.26';

/** The certificate identifier of an OCSP request; all responders support SHA-1, which has no security role here (RFC 9919 still allows it). */
export const certificateIdOf = (leaf: ParsedCertificate, issuer: ParsedCertificate): CertificateId => ({
  hashAlgorithm: sha1Id,
  issuerNameHash: digestOf('sha1', leaf.issuer.der),
  issuerKeyHash: digestOf('sha1', issuer.spki.key),
  serialNumber: leaf.serialNumber,
});

/** True where a response is about the certificate; without an issuer only the serial number can be compared. */
function isAbout({ id }: SingleResponse, { leaf, issuer }: StatusQuestion): boolean {
  const hash = identifierHashes.get(id.hashAlgorithm);
  if (!sameBytes(id.serialNumber, leaf.serialNumber) || hash === undefined) return false;
  if (issuer === null) return true;
  const names = [leaf.issuer.der, issuer.subject.der].map((der) => digestOf(hash, der));
  return (
    names.some((name) => sameBytes(name, id.issuerNameHash)) &&
    sameBytes(digestOf(hash, issuer.spki.key), id.issuerKeyHash)
  );
}

function parseOrNull(der: Uint8Array): ParsedCertificate | null {
  try {
    return parseCertificate(der);
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}

const isResponder = ({ responder }: BasicResponse, candidate: ParsedCertificate): boolean =>
  responder.kind === 'name'
    ? sameName(responder.name, candidate.subject)
    : sameBytes(responder.hash, digestOf('sha1', candidate.spki.key));

/** Why a certificate may not sign for the issuer (RFC 6960 section 4.2.2.2); null: it may. */
function delegationProblem(
  responder: ParsedCertificate,
  issuer: ParsedCertificate,
  { verify, atSeconds }: StatusQuestion,
): StatusProblem | null {
  const { signatureAlgorithm, tbs, signature, validity, extendedKeyUsage } = responder;
  if (!sameName(responder.issuer, issuer.subject)) return statusProblem('responder-unauthorised');
  if (verify(issuer.spki.der, signatureAlgorithm, tbs, signature) !== true)
    return statusProblem('responder-signature-invalid');
  if (extendedKeyUsage?.includes(ocspSigning) !== true) return statusProblem('responder-purpose');
  return atSeconds < validity.notBefore || atSeconds > validity.notAfter ? statusProblem('responder-expired') : null;
}

/** The problem of a response's signature; null: none. */
function signatureProblem(basic: BasicResponse, question: StatusQuestion): StatusProblem | null {
  const { issuer, verify } = question;
  if (issuer === null) return statusProblem('issuer-unknown');
  const sent = basic.certificates.flatMap((der) => parseOrNull(der) ?? []);
  const candidates = [issuer, ...sent].filter((candidate) => isResponder(basic, candidate));
  if (candidates.length === 0) return statusProblem('responder-unknown');
  const verified = candidates.map((candidate) => ({
    candidate,
    result: verify(candidate.spki.der, basic.signatureAlgorithm, basic.signed, basic.signature),
  }));
  const signer = verified.find(({ result }) => result === true)?.candidate;
  if (signer === undefined) {
    const isUnknown = verified.some(({ result }) => result === 'unsupported');
    return isUnknown
      ? statusProblem('signature-unsupported', basic.signatureAlgorithm.oid)
      : statusProblem('signature-invalid');
  }
  return sameBytes(signer.spki.der, issuer.spki.der) ? null : delegationProblem(signer, issuer, question);
}

function judgeSingle(basic: BasicResponse, single: SingleResponse, question: StatusQuestion): OcspJudgement {
  const { status, thisUpdate, nextUpdate, revokedAt, reason, timestamps } = single;
  const problem = signatureProblem(basic, question) ?? datesProblem(thisUpdate, nextUpdate, question.atSeconds);
  return { status: { status, thisUpdate, nextUpdate, revokedAt, reason, problem, from: question.from }, timestamps };
}

function decode(der: Uint8Array): OcspResponse | string {
  try {
    return decodeOcspResponse(der);
  } catch (error) {
    if (error instanceof ProtocolError) return error.kept;
    throw error;
  }
}

/** Parses an OCSP response and judges a certificate's status (RFC 6960 section 3.2). */
export function judgeOcsp(der: Uint8Array, question: StatusQuestion): OcspJudgement {
  const worthless = (...problem: Parameters<typeof statusProblem>): OcspJudgement => ({
    status: noStatus(question.from, statusProblem(...problem)),
    timestamps: null,
  });
  const response = decode(der);
  if (typeof response === 'string') return worthless('unreadable', response);
  if (response.status !== 'successful') return worthless('responder-status', response.status);
  if (response.basic === null) return worthless('type-unknown');
  const single = response.basic.responses.find((one) => isAbout(one, question));
  return single === undefined ? worthless('other-certificate') : judgeSingle(response.basic, single, question);
}
