import { sameBytes } from '../bytes.ts';
import { ProtocolError } from '../protocol-error.ts';
import { constructedTag, DerReader, tags } from '../der/reader.ts';
import {
  constructed,
  nullValue,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  unsignedInteger,
} from '../der/writer.ts';
import { rsaEncryption } from '../x509/algorithms.data.ts';
import { hashIds } from './hashes.data.ts';
import { type Attribute, encodeAttribute, implicitSet, readAttributes } from './attributes.ts';

// RFC 5652 (CMS), RFC 5035 (signing certificate), RFC 5758 (ECDSA).
const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
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

/** A further certificate of a container. */
export interface ChainCertificate {
  der: Uint8Array;
  /** SHA-256 of the DER. */
  sha256: Uint8Array;
}

/** What is signed. */
export interface SignedParts {
  /** SHA-256 of the content. */
  digest: Uint8Array;
  signer: SignerCertificate;
  /** Issuer of the signer first. */
  chain: readonly ChainCertificate[];
}

/** What a container is made of. */
export interface SignedDataParts extends SignedParts {
  /** Over the DER of {@link signedAttributes}. */
  signature: Uint8Array;
  /** DER of attributes that the signature does not cover. */
  unsignedAttributes?: readonly Uint8Array[];
  /** leaf: the chain is not signed, as in documents of the first form. */
  bound?: 'chain' | 'leaf';
}

const one = unsignedInteger(Uint8Array.of(1));
const sha256Algorithm = sequence(objectIdentifier(hashIds.sha256), nullValue);

/** directoryName is [4], and a CHOICE, hence EXPLICIT (RFC 5280 section 4.2.1.6). */
const directoryName = 4;

/**
 * What is signed: content type, digest, and the hashes of the signing certificate and its issuers (RFC 5652 section 5.4, RFC
 * 5035 section 3, whose list limits the certificates of the path), the attributes that PAdES B-B asks for (ETSI EN 319 142-1
 * section 6.3), and no others.
 */
export function signedAttributes(
  { digest, signer, chain }: SignedParts,
  bound: SignedDataParts['bound'] = 'chain',
): Uint8Array {
  const issuerSerial = sequence(sequence(constructed(directoryName, signer.issuer)), signer.serialNumber);
  const issuers = bound === 'chain' ? chain.map(({ sha256 }) => sequence(octetString(sha256))) : [];
  const certificates = sequence(sequence(octetString(signer.sha256), issuerSerial), ...issuers);
  return setOf(
    encodeAttribute(oids.contentType, objectIdentifier(oids.data)),
    encodeAttribute(oids.messageDigest, octetString(digest)),
    encodeAttribute(oids.signingCertificateV2, sequence(certificates)),
  );
}

/**
 * A detached SignedData (RFC 5652 section 5.1) in the one form that we write. A verifier rebuilds it from its parts and
 * compares, so that any changed byte is detected, signed or not.
 */
export function encodeSignedData(parts: SignedDataParts): Uint8Array {
  const { signer, chain, signature, unsignedAttributes = [], bound } = parts;
  const signatureAlgorithm =
    signer.keyType === 'rsa'
      ? sequence(objectIdentifier(rsaEncryption), nullValue)
      : sequence(objectIdentifier(oids.ecdsaWithSha256));
  const signerInfo = sequence(
    one,
    sequence(signer.issuer, signer.serialNumber),
    sha256Algorithm,
    implicitSet(0, signedAttributes(parts, bound)),
    signatureAlgorithm,
    octetString(signature),
    ...(unsignedAttributes.length === 0 ? [] : [implicitSet(1, setOf(...unsignedAttributes))]),
  );
  const signedData = sequence(
    one,
    setOf(sha256Algorithm),
    sequence(objectIdentifier(oids.data)),
    constructed(0, signer.der, ...chain.map(({ der }) => der)),
    setOf(signerInfo),
  );
  return sequence(objectIdentifier(oids.signedData), constructed(0, signedData));
}

/** The parts of a container that cannot be computed. */
export interface DecodedSignedData {
  /** The container without trailing data. */
  der: Uint8Array;
  /** Signer first. */
  certificates: Uint8Array[];
  signature: Uint8Array;
  unsignedAttributes: Attribute[];
}

/** Reads a container, optionally followed by zeros to the end. Throws ProtocolError. */
export function decodeSignedData(bytes: Uint8Array): DecodedSignedData {
  const { der } = DerReader.of(bytes).any();
  const padding = bytes.subarray(der.length);
  if (padding.some((octet) => octet !== 0)) throw new ProtocolError('bytes-after-container', der.length);
  const contentInfo = DerReader.of(der).enter(tags.sequence, 'ContentInfo');
  if (contentInfo.objectIdentifier('contentType') !== oids.signedData) throw new ProtocolError('not-signed-data', 0);
  const signedData = contentInfo.enter(constructedTag(0), 'content').enter(tags.sequence, 'SignedData');
  signedData.any();
  signedData.any();
  signedData.any();
  const certificates = signedData
    .enter(constructedTag(0), 'certificates')
    .list((reader) => reader.element(tags.sequence, 'certificate').der, 'certificates');
  const signerInfo = signedData.enter(tags.set, 'signerInfos').enter(tags.sequence, 'SignerInfo');
  for (let skipped = 0; skipped < 5; skipped += 1) signerInfo.any();
  const signature = signerInfo.octetString('signature');
  const unsigned = signerInfo.optional(constructedTag(1), 'unsignedAttrs');
  const unsignedAttributes = unsigned === null ? [] : readAttributes(unsigned, 'unsignedAttrs');
  return { der, certificates, signature, unsignedAttributes };
}

/** True where a container is exactly what its parts give. */
export const isSignedData = (der: Uint8Array, parts: SignedDataParts): boolean =>
  sameBytes(der, encodeSignedData(parts));
