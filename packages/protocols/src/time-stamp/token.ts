import { concat, sameBytes } from '../bytes.ts';
import { ProtocolError } from '../protocol-error.ts';
import { type AlgorithmIdentifier, readAlgorithm } from '../x509/algorithm-identifier.ts';
import { constructedTag, contextTag, DerReader, tags } from '../der/reader.ts';
import { type Attribute, attributeValue, readAttributes } from '../cms/attributes.ts';
import { type StrongHash, strongHashes } from '../cms/hashes.data.ts';
import { decodeTimeStampInfo, type TimeStampInfo } from './info.ts';

// RFC 5652, RFC 3161 section 2.4.2, RFC 2634 section 5.4, RFC 5816 section 2.
const oids = {
  signedData: '1.2.840.113549.1.7.2',
  timeStampInfo: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const;

/** The one signer of a token, as far as it says who it is. */
export interface TimeStampSigner {
  /** Hash of its certificate that is among what is signed: ESSCertID has SHA-1, ESSCertIDv2 any (RFC 5816 section 2.1). */
  certificateHash: { hash: 'sha1' | StrongHash; digest: Uint8Array };
  /** By DER of issuer and serial number, or by key identifier. */
  identifier: { issuer: Uint8Array; serialNumber: Uint8Array } | { keyIdentifier: Uint8Array };
}

/** A token taken apart (RFC 3161 section 2.4.2): what has to be verified with a hash and a key. */
export interface TimeStampToken extends TimeStampSigner {
  info: TimeStampInfo;
  /** What messageDigest is the hash of: DER of the TSTInfo. */
  infoDer: Uint8Array;
  messageDigest: { hash: StrongHash; digest: Uint8Array };
  /** What the signature is over: DER of the SET OF signed attributes. */
  signedAttributes: Uint8Array;
  signatureAlgorithm: AlgorithmIdentifier;
  signature: Uint8Array;
  /** DER of X.509 certificates, in no order. */
  certificates: Uint8Array[];
}

const maxCertificates = 20;

function readStrongHash(reader: DerReader, what: string): StrongHash {
  const { oid } = readAlgorithm(reader, what);
  const hash = strongHashes.get(oid);
  if (hash === undefined) throw new ProtocolError('hash-unsupported', reader.offset, what, oid);
  return hash;
}

function readContent(signedData: DerReader): Uint8Array {
  const content = signedData.enter(tags.sequence, 'encapContentInfo');
  if (content.objectIdentifier('eContentType') !== oids.timeStampInfo)
    throw new ProtocolError('content-not-tst-info', content.offset);
  const explicit = content.enter(constructedTag(0), 'eContent');
  const octets = explicit.octetString('eContent');
  explicit.expectEnd('eContent');
  content.expectEnd('encapContentInfo');
  return octets;
}

function readCertificates(signedData: DerReader): Uint8Array[] {
  const set = signedData.optional(constructedTag(0), 'certificates');
  const found = set?.list((reader) => reader.any(), 'certificates', false) ?? [];
  if (found.length > maxCertificates) throw new ProtocolError('too-many-certificates', signedData.offset, found.length);
  return found.filter(({ tag }) => tag === tags.sequence).map(({ der }) => der);
}

/** The first ESSCertID, which names the signer (RFC 5035 section 4). */
function readCertificateHash(attributes: readonly Attribute[]): TimeStampSigner['certificateHash'] {
  const isSecond = attributes.some(({ oid }) => oid === oids.signingCertificateV2);
  const oid = isSecond ? oids.signingCertificateV2 : oids.signingCertificate;
  const first = attributeValue(attributes, oid, 'The signing certificate')
    .enter(tags.sequence, 'SigningCertificate')
    .enter(tags.sequence, 'certs')
    .enter(tags.sequence, 'ESSCertID');
  const hash = !isSecond ? 'sha1' : first.nextTag === tags.sequence ? readStrongHash(first, 'hashAlgorithm') : 'sha256';
  return { hash, digest: first.octetString('certHash') };
}

function readIdentifier(signerInfo: DerReader): TimeStampSigner['identifier'] {
  const keyTag = contextTag(0);
  if (signerInfo.nextTag === keyTag) return { keyIdentifier: signerInfo.octetString('subjectKeyIdentifier', keyTag) };
  const both = signerInfo.enter(tags.sequence, 'issuerAndSerialNumber');
  const issuer = both.element(tags.sequence, 'issuer').der;
  const serialNumber = both.integer('serialNumber');
  both.expectEnd('issuerAndSerialNumber');
  return { issuer, serialNumber };
}

type SignerParts = Omit<TimeStampToken, 'info' | 'infoDer' | 'certificates'>;

function readSigner(signerInfo: DerReader): SignerParts {
  const version = signerInfo.small('version', 3);
  const identifier = readIdentifier(signerInfo);
  // RFC 5652 section 5.3: 1 with issuer and serial number, 3 with a key identifier.
  if (version !== ('issuer' in identifier ? 1 : 3)) throw new ProtocolError('signer-info-version-wrong', 0);
  const hash = readStrongHash(signerInfo, 'digestAlgorithm');
  const { der, content } = signerInfo.element(constructedTag(0), 'signedAttrs');
  const attributes = readAttributes(DerReader.of(content), 'signedAttrs');
  const type = attributeValue(attributes, oids.contentType, 'contentType').objectIdentifier('contentType');
  if (type !== oids.timeStampInfo) throw new ProtocolError('signed-content-not-tst-info', 0);
  const digest = attributeValue(attributes, oids.messageDigest, 'messageDigest').octetString('messageDigest');
  const signatureAlgorithm = readAlgorithm(signerInfo, 'signatureAlgorithm');
  const signature = signerInfo.octetString('signature');
  signerInfo.optional(constructedTag(1), 'unsignedAttrs');
  signerInfo.expectEnd('SignerInfo');
  return {
    certificateHash: readCertificateHash(attributes),
    identifier,
    messageDigest: { hash, digest },
    // Signed under its own tag, not the implicit one (RFC 5652 section 5.4).
    signedAttributes: concat([Uint8Array.of(tags.set), der.subarray(1)]),
    signatureAlgorithm,
    signature,
  };
}

/** Takes a token apart. Throws ProtocolError. */
export function decodeTimeStampToken(der: Uint8Array): TimeStampToken {
  const outer = DerReader.of(der);
  const contentInfo = outer.enter(tags.sequence, 'ContentInfo');
  outer.expectEnd('The token');
  if (contentInfo.objectIdentifier('contentType') !== oids.signedData) throw new ProtocolError('not-signed-data', 0);
  const explicit = contentInfo.enter(constructedTag(0), 'content');
  contentInfo.expectEnd('ContentInfo');
  const signedData = explicit.enter(tags.sequence, 'SignedData');
  explicit.expectEnd('content');
  // RFC 5652 section 5.1: 3 where the content is not plain data.
  if (signedData.small('version', 5) !== 3) throw new ProtocolError('signed-data-version-unknown', 0);
  signedData.enter(tags.set, 'digestAlgorithms');
  const infoDer = readContent(signedData);
  const certificates = readCertificates(signedData);
  signedData.optional(constructedTag(1), 'crls');
  const signers = signedData.enter(tags.set, 'signerInfos');
  const signer = readSigner(signers.enter(tags.sequence, 'SignerInfo'));
  // RFC 3161 section 2.4.2: the authority's signature and no other.
  signers.expectEnd('The one signer');
  signedData.expectEnd('SignedData');
  return { ...signer, info: decodeTimeStampInfo(infoDer), infoDer, certificates };
}

/** True where the signer of a token is this certificate, by its names as they stand in it. */
export const isSignerOf = (
  { identifier }: TimeStampSigner,
  certificate: { issuer: { der: Uint8Array }; serialNumber: Uint8Array; subjectKeyId: Uint8Array | null },
): boolean =>
  'keyIdentifier' in identifier
    ? certificate.subjectKeyId !== null && sameBytes(certificate.subjectKeyId, identifier.keyIdentifier)
    : sameBytes(identifier.issuer, certificate.issuer.der) &&
      sameBytes(identifier.serialNumber, certificate.serialNumber);

/** The attribute that holds a token over a signature (RFC 3161 appendix A, ETSI EN 319 122-1 section 5.3). */
export const signatureTimeStampOid = '1.2.840.113549.1.9.16.2.14';
