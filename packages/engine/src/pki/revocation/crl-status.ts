import { sameBytes } from '@perimeter/protocols/bytes';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { type CertificateList, decodeCrl, findRevoked } from '@perimeter/protocols/x509/status/crl';
import { describeSignature } from '@perimeter/protocols/x509/algorithm-identifier';
import { sameName } from '@perimeter/protocols/x509/distinguished-name';
import type { RevocationStatus } from '../../evidence/certificates/schema.ts';
import { datesProblem, noStatus, type StatusProblem, statusProblem, type StatusQuestion } from './status-question.ts';

/** Why a CRL does not cover the certificate (RFC 5280 section 6.3.3 step b); null: it does. */
function scopeProblem(list: CertificateList, { leaf, from }: StatusQuestion): StatusProblem | null {
  const { scope } = list;
  if (list.delta) return statusProblem('delta-list');
  const [unknown] = list.unknownCritical;
  if (unknown !== undefined) return statusProblem('critical-extension', unknown);
  if (scope?.indirect === true) return statusProblem('indirect-list');
  if (!sameName(list.issuer, leaf.issuer)) return statusProblem('other-authority');
  if (scope === null) return null;
  const isAuthority = leaf.basicConstraints?.ca === true;
  if (scope.onlyAttributeCertificates || (isAuthority ? scope.onlyUserCertificates : scope.onlyAuthorityCertificates))
    return statusProblem('other-kind');
  if (scope.onlySomeReasons) return statusProblem('some-reasons');
  const names = scope.names.flatMap((name) => (name.type === 'uri' ? [name.text] : []));
  return names.length > 0 && !names.includes(from) ? statusProblem('other-distribution-point') : null;
}

function signatureProblem(list: CertificateList, { issuer, verify }: StatusQuestion): StatusProblem | null {
  if (issuer === null) return statusProblem('issuer-unknown');
  if (issuer.keyUsage !== null && !issuer.keyUsage.includes('cRLSign')) return statusProblem('issuer-may-not-sign');
  const result = verify(issuer.spki.der, list.signatureAlgorithm, list.signed, list.signature);
  if (result === 'unsupported') return statusProblem('signature-unsupported', list.signatureAlgorithm.oid);
  const isOtherKey =
    list.authorityKeyId !== null &&
    issuer.subjectKeyId !== null &&
    !sameBytes(list.authorityKeyId, issuer.subjectKeyId);
  if (result) return null;
  return statusProblem(isOtherKey ? 'signed-by-other-key' : 'signature-invalid');
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
    hash: describeSignature(list.signatureAlgorithm).hash,
  };
}

/** Parses a DER CRL and judges a certificate's status (RFC 5280 section 6.3.3). */
export function judgeCrl(der: Uint8Array, question: StatusQuestion): RevocationStatus {
  try {
    return judgeList(decodeCrl(der), question);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return noStatus(question.from, statusProblem('unreadable', error.kept));
  }
}
