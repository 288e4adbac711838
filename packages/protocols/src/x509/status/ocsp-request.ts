import { concat } from '../../bytes.ts';
import { tags } from '../../der/reader.ts';
import { encodeDer, objectIdentifierOctets } from '../../der/writer.ts';
import type { CertificateId } from './ocsp.ts';

const explicitNull = Uint8Array.of(tags.null, 0);

/** CertID (RFC 6960 section 4.1.1). */
function encodeCertificateId({
  hashAlgorithm,
  issuerNameHash,
  issuerKeyHash,
  serialNumber,
}: CertificateId): Uint8Array {
  const oid = encodeDer(tags.objectIdentifier, objectIdentifierOctets(hashAlgorithm));
  return encodeDer(
    tags.sequence,
    encodeDer(tags.sequence, oid, explicitNull),
    encodeDer(tags.octetString, issuerNameHash),
    encodeDer(tags.octetString, issuerKeyHash),
    encodeDer(tags.integer, serialNumber),
  );
}

/** An unsigned OCSPRequest about one certificate, without a nonce, so that caches may answer it (RFC 9919). */
export function encodeOcspRequest(id: CertificateId): Uint8Array {
  const request = encodeDer(tags.sequence, encodeCertificateId(id));
  const tbsRequest = encodeDer(tags.sequence, encodeDer(tags.sequence, request));
  return encodeDer(tags.sequence, tbsRequest);
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function base64(bytes: Uint8Array): string {
  const padded = concat([bytes, new Uint8Array((3 - (bytes.length % 3)) % 3)]);
  const groups = Array.from({ length: padded.length / 3 }, (_, i) => padded.subarray(i * 3, i * 3 + 3));
  const text = groups
    .map(([a = 0, b = 0, c = 0]) => [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63])
    .flat()
    .map((index) => alphabet[index])
    .join('');
  const surplus = padded.length - bytes.length;
  return text.slice(0, text.length - surplus) + '='.repeat(surplus);
}

/** The URL of a request by GET (RFC 6960 appendix A.1). */
export function ocspRequestUrl(responder: string, request: Uint8Array): string {
  return `${responder.replace(/\/$/, '')}/${encodeURIComponent(base64(request))}`;
}
