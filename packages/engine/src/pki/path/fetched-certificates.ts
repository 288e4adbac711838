import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { constructedTag, DerReader, tags } from '@perimeter/protocols/der/reader';

/** id-signedData (RFC 5652 section 5.1). */
const signedDataId = '1.2.840.113549.1.7.2';
/** Most certificates read from one answer. */
const maxCertificates = 10;

const armoured = /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END/g;

function fromPem(bytes: Uint8Array): Uint8Array[] {
  const text = new TextDecoder('latin1').decode(bytes);
  return [...text.matchAll(armoured)].map(([, body = '']) => new Uint8Array(Buffer.from(body, 'base64')));
}

/** Certificates of a SignedData (RFC 5652 section 5.1), where the content is one. */
function fromSignedData(bytes: Uint8Array): Uint8Array[] {
  const info = DerReader.of(bytes).enter(tags.sequence, 'ContentInfo');
  if (info.objectIdentifier('contentType') !== signedDataId) return [];
  const signed = info.enter(constructedTag(0), 'content').enter(tags.sequence, 'SignedData');
  signed.integer('version');
  signed.element(tags.set, 'digestAlgorithms');
  signed.element(tags.sequence, 'encapContentInfo');
  return signed.optional(constructedTag(0), 'certificates')?.list((reader) => reader.any().der, 'certificates') ?? [];
}

const beginsWithIdentifier = (bytes: Uint8Array): boolean =>
  DerReader.of(bytes).enter(tags.sequence, 'An answer').nextTag === tags.objectIdentifier;

/** DER of the certificates in an answer: one in DER, several in PKCS #7 (RFC 5280 section 4.2.2.1), or PEM, which servers send too. */
export function certificatesIn(bytes: Uint8Array): Uint8Array[] {
  try {
    const found =
      bytes[0] === tags.sequence ? (beginsWithIdentifier(bytes) ? fromSignedData(bytes) : [bytes]) : fromPem(bytes);
    return found.slice(0, maxCertificates);
  } catch (error) {
    if (error instanceof ProtocolError) return [];
    throw error;
  }
}
