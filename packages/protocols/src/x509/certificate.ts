import { ProtocolError } from '../protocol-error.ts';
import { type DecodedExtensions, decodeExtensions } from './certificate-extensions.ts';
import type { CertificateFields } from './certificate-fields.ts';
import { type PartialCertificate, readPartially } from './partial-certificate.ts';

/** A certificate that could be read, its extensions decoded. */
export interface ParsedCertificate extends CertificateFields, DecodedExtensions {}

/** A certificate of which every field could be read; null where one could not. */
export function completed(partial: PartialCertificate): ParsedCertificate | null {
  const { tbs, version, serialNumber, issuer, subject, notBefore, notAfter, spki, publicKey, keyFault } = partial;
  const { der, signatureAlgorithm, innerSignatureAlgorithm, signature, uniqueIds, extensions, faults } = partial;
  if (faults.length > 0 || tbs === null || version === null || serialNumber === null) return null;
  if (signatureAlgorithm === null || innerSignatureAlgorithm === null || signature === null) return null;
  if (issuer === null || subject === null || notBefore === null || notAfter === null) return null;
  if (spki === null || publicKey === null) return null;
  return {
    der,
    tbs,
    version,
    serialNumber,
    signatureAlgorithm,
    innerSignatureAlgorithm,
    signature,
    issuer,
    subject,
    validity: { notBefore: notBefore.seconds, notAfter: notAfter.seconds },
    times: { notBefore, notAfter },
    spki,
    publicKey,
    keyFault,
    uniqueIds,
    extensions,
    ...decodeExtensions(extensions),
  };
}

/** Reads a certificate by the rules of DER and the syntax of RFC 5280 section 4.1; throws ProtocolError where it breaks them. */
export function parseCertificate(der: Uint8Array): ParsedCertificate {
  const partial = readPartially(der);
  const parsed = completed(partial);
  if (parsed === null) throw partial.faults[0]?.error ?? new ProtocolError('certificate-field-missing', 0);
  return parsed;
}
