import { X509Certificate } from 'node:crypto';
import { commonName, keyIdentifier, signature, signatureAlgorithm } from './certificate.ts';
import type { Issuer } from './certificate.ts';
import {
  bitString,
  context,
  contextPrimitive,
  enumerated,
  integer,
  oid,
  sequence,
  set,
  time,
  unsigned,
} from './der.ts';
import { extension } from './extensions.ts';

const dayMs = 86_400_000;

/** A list of revoked certificates in DER (RFC 5280 section 5), valid for a week. */
export function revocationListOf(issuer: Issuer, revoked: readonly Uint8Array[], thisUpdate: Date): Buffer {
  const algorithm = signatureAlgorithm(issuer.key, 'sha256');
  const keyCompromise = extension('2.5.29.21', enumerated(1));
  const entries = revoked.map((leaf) =>
    sequence(
      unsigned(Buffer.from(new X509Certificate(leaf).serialNumber, 'hex')),
      time(thisUpdate),
      sequence(keyCompromise),
    ),
  );
  const signed = sequence(
    integer(1),
    algorithm,
    commonName(issuer.commonName),
    time(thisUpdate),
    time(new Date(thisUpdate.getTime() + 7 * dayMs)),
    ...(entries.length > 0 ? [sequence(...entries)] : []),
    context(
      0,
      sequence(
        extension('2.5.29.35', sequence(contextPrimitive(0, keyIdentifier(issuer.key)))),
        extension('2.5.29.20', integer(1)),
      ),
    ),
  );
  return sequence(signed, algorithm, bitString(signature(issuer.key, 'sha256', signed)));
}

/** Certificates alone, as AIA may serve them too: a SignedData without signers (RFC 5652 section 5, RFC 5280 section 4.2.2.1). */
export function certificatesOnly(certificates: readonly Uint8Array[]): Buffer {
  const none = set(Buffer.alloc(0));
  const content = sequence(oid('1.2.840.113549.1.7.1'));
  const signedData = sequence(integer(1), none, content, context(0, ...certificates), none);
  return sequence(oid('1.2.840.113549.1.7.2'), context(0, signedData));
}
