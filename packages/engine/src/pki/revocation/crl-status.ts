import { sameBytes } from '@perimeter/protocols/bytes';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { type CertificateList, decodeCrl, findRevoked } from '@perimeter/protocols/x509/crl';
import { sameName } from '@perimeter/protocols/x509/distinguished-name';
import type { RevocationStatus } from '../../evidence/certificates/schema.ts';
import { datesProblem, noStatus, type StatusQuestion } from './status-question.ts';

/** Why a list is not about the certificate (RFC 5280 section 6.3.3 step b), or null. */
function scopeProblem(list: CertificateList, { leaf, from }: StatusQuestion): string | null {
  const { scope } = list;
  if (list.delta) return 'It holds only changes since another list';
  if (list.unknownCritical.length > 0) return `Its critical extension ${list.unknownCritical[0]} is not known`;
  if (scope?.indirect === true) return 'It is of another authority than the issuer (indirect)';
  if (!sameName(list.issuer, leaf.issuer)) return 'It is of another authority than the issuer';
  if (scope === null) return null;
  const isAuthority = leaf.basicConstraints?.ca === true;
  if (scope.onlyAttributeCertificates || (isAuthority ? scope.onlyUserCertificates : scope.onlyAuthorityCertificates))
    return 'It is about another kind of certificates';
  if (scope.onlySomeReasons) return 'It does not hold revocations for all reasons';
  const names = scope.names.flatMap((name) => (name.type === 'uri' ? [name.text] : []));
  return names.length > 0 && !names.includes(from) ? 'It is the list of another distribution point' : null;
}

function signatureProblem(list: CertificateList, { issuer, verify }: StatusQuestion): string | null {
  if (issuer === null) return 'The issuer is not known, so nobody can tell who signed it';
  if (issuer.keyUsage !== null && !issuer.keyUsage.includes('cRLSign')) return "The issuer's key may not sign lists";
  const result = verify(issuer.spki.der, list.signatureAlgorithm, list.signed, list.signature);
  if (result === 'unsupported') return `Signatures by ${list.signatureAlgorithm.oid} are not verified here`;
  const isOtherKey =
    list.authorityKeyId !== null &&
    issuer.subjectKeyId !== null &&
    !sameBytes(list.authorityKeyId, issuer.subjectKeyId);
  if (result) return null;
  return isOtherKey ? 'It was signed by another key of the issuer' : 'Its signature does not verify';
}

function judgeList(list: CertificateList, question: StatusQuestion): RevocationStatus {
  const { thisUpdate, nextUpdate } = list;
  const problem =
    scopeProblem(list, question) ??
    signatureProblem(list, question) ??
    datesProblem(thisUpdate, nextUpdate, question.atSeconds);
  const entry = findRevoked(list, question.leaf.serialNumber);
  return {
    status: entry === null ? 'good' : 'revoked',
    thisUpdate,
    nextUpdate,
    revokedAt: entry?.revokedAt ?? null,
    reason: entry?.reason ?? null,
    problem,
    from: question.from,
  };
}

/** Reads a revocation list in DER and judges what it says of a certificate (RFC 5280 section 6.3.3). */
export function judgeCrl(der: Uint8Array, question: StatusQuestion): RevocationStatus {
  try {
    return judgeList(decodeCrl(der), question);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return noStatus(question.from, `It cannot be read: ${error.message}`);
  }
}
