import { concat, sameBytes } from '../bytes.ts';
import { ProtocolError } from '../protocol-error.ts';
import { constructedTag, DerReader, tags } from '../x509/der.ts';
import {
  constructed,
  nothing,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  unsignedInteger,
} from '../x509/der-values.ts';

// RFC 5652 (CMS), RFC 5035 (signing certificate), RFC 8017 (RSA), FIPS 180 and 186 identifiers.
const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsaEncryption: '1.2.840.113549.1.1.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
} as const;

/** The signing certificate, as far as a container names it. */
export interface SignerCertificate {
  der: Uint8Array;
  /** SHA-256 of the DER. */
  sha256: Uint8Array;
  /** DER of the issuer's name and of the serial number, as they stand in the certificate. */
  issuer: Uint8Array;
  serialNumber: Uint8Array;
  keyType: 'rsa' | 'ec';
}

/** What a container is made of. */
export interface SignedDataParts {
  /** SHA-256 of what is signed. */
  digest: Uint8Array;
  signer: SignerCertificate;
  /** DER of further certificates, issuer of the signer's first. */
  chain: readonly Uint8Array[];
  /** Over the DER of {@link signedAttributes}. */
  signature: Uint8Array;
}

const one = unsignedInteger(Uint8Array.of(1));
const sha256Algorithm = sequence(objectIdentifier(oids.sha256), nothing);
const attribute = (oid: string, value: Uint8Array): Uint8Array => sequence(objectIdentifier(oid), setOf(value));

/** directoryName is [4], and a CHOICE, hence EXPLICIT (RFC 5280 section 4.2.1.6). */
const directoryName = 4;

/**
 * What is signed: content type, digest, and the hash of the signing certificate (RFC 5652 section 5.4, RFC 5035 section 3),
 * the attributes that PAdES B-B asks for (ETSI EN 319 142-1 section 6.3), and no others.
 */
export function signedAttributes(digest: Uint8Array, signer: SignerCertificate): Uint8Array {
  const issuerSerial = sequence(sequence(constructed(directoryName, signer.issuer)), signer.serialNumber);
  return setOf(
    attribute(oids.contentType, objectIdentifier(oids.data)),
    attribute(oids.messageDigest, octetString(digest)),
    attribute(oids.signingCertificateV2, sequence(sequence(sequence(octetString(signer.sha256), issuerSerial)))),
  );
}

/**
 * A detached SignedData (RFC 5652 section 5.1) in the one form that we write. A verifier builds it again from its parts and
 * compares: so no octet of a container can differ unnoticed, signed or not.
 */
export function encodeSignedData({ digest, signer, chain, signature }: SignedDataParts): Uint8Array {
  // [0] IMPLICIT replaces the tag of the SET (RFC 5652 section 5.3).
  const attributes = signedAttributes(digest, signer);
  const implicitAttributes = concat([Uint8Array.of(constructedTag(0)), attributes.subarray(1)]);
  const signatureAlgorithm =
    signer.keyType === 'rsa'
      ? sequence(objectIdentifier(oids.rsaEncryption), nothing)
      : sequence(objectIdentifier(oids.ecdsaWithSha256));
  const signerInfo = sequence(
    one,
    sequence(signer.issuer, signer.serialNumber),
    sha256Algorithm,
    implicitAttributes,
    signatureAlgorithm,
    octetString(signature),
  );
  const signedData = sequence(
    one,
    setOf(sha256Algorithm),
    sequence(objectIdentifier(oids.data)),
    constructed(0, signer.der, ...chain),
    setOf(signerInfo),
  );
  return sequence(objectIdentifier(oids.signedData), constructed(0, signedData));
}

/** The parts of a container that cannot be computed: its certificates and its signature. Throws ProtocolError. */
export function decodeSignedData(der: Uint8Array): { certificates: Uint8Array[]; signature: Uint8Array } {
  const outer = DerReader.of(der);
  const contentInfo = outer.enter(tags.sequence, 'ContentInfo');
  outer.expectEnd('The container');
  if (contentInfo.objectIdentifier('contentType') !== oids.signedData) throw new ProtocolError('Not SignedData', 0);
  const signedData = contentInfo.enter(constructedTag(0), 'content').enter(tags.sequence, 'SignedData');
  signedData.any();
  signedData.any();
  signedData.any();
  const certificates = signedData
    .enter(constructedTag(0), 'certificates')
    .list((reader) => reader.element(tags.sequence, 'certificate').der, 'certificates');
  const signerInfo = signedData.enter(tags.set, 'signerInfos').enter(tags.sequence, 'SignerInfo');
  for (let skipped = 0; skipped < 5; skipped += 1) signerInfo.any();
  return { certificates, signature: signerInfo.octetString('signature') };
}

/** True where a container is exactly what its parts give. */
export const isSignedData = (der: Uint8Array, parts: SignedDataParts): boolean =>
  sameBytes(der, encodeSignedData(parts));
