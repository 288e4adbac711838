import { X509Certificate } from 'node:crypto';
import { commonName, keyIdentifier, signature, signatureAlgorithm, timeOf, type Issuer } from './certificate.ts';
import {
  bitString,
  constructed,
  enumerated,
  integer,
  objectIdentifier,
  primitive,
  sequence,
  setOf,
  unsignedInteger,
} from '@perimeter/protocols/der/writer';
import { dayMs } from '@perimeter/protocols/durations';
import { writeExtension } from '@perimeter/protocols/x509/write-extension';

/** A list of revoked certificates in DER (RFC 5280 section 5), valid for a week. */
export function revocationListOf(issuer: Issuer, revoked: readonly Uint8Array[], thisUpdate: Date): Uint8Array {
  const algorithm = signatureAlgorithm(issuer.key, 'sha256');
  const keyCompromise = writeExtension('2.5.29.21', enumerated(1));
  const entries = revoked.map((leaf) =>
    sequence(
      unsignedInteger(Buffer.from(new X509Certificate(leaf).serialNumber, 'hex')),
      timeOf(thisUpdate),
      sequence(keyCompromise),
    ),
  );
  const signed = sequence(
    integer(1),
    algorithm,
    commonName(issuer.commonName),
    timeOf(thisUpdate),
    timeOf(new Date(thisUpdate.getTime() + 7 * dayMs)),
    ...(entries.length > 0 ? [sequence(...entries)] : []),
    constructed(
      0,
      sequence(
        writeExtension('2.5.29.35', sequence(primitive(0, keyIdentifier(issuer.key)))),
        writeExtension('2.5.29.20', integer(1)),
      ),
    ),
  );
  return sequence(signed, algorithm, bitString(signature(issuer.key, 'sha256', signed)));
}

/** Certificates alone, as AIA may serve them too: a SignedData without signers (RFC 5652 section 5, RFC 5280 section 4.2.2.1). */
export function certificatesOnly(certificates: readonly Uint8Array[]): Uint8Array {
  const none = setOf(Buffer.alloc(0));
  const content = sequence(objectIdentifier('1.2.840.113549.1.7.1'));
  const signedData = sequence(integer(1), none, content, constructed(0, ...certificates), none);
  return sequence(objectIdentifier('1.2.840.113549.1.7.2'), constructed(0, signedData));
}
