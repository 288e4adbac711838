import { ProtocolError } from '../protocol-error.ts';
import { constructedTag, DerReader, tags } from '../der/reader.ts';

export type HashName = 'sha1' | 'sha256' | 'sha384' | 'sha512';

/** What the integrity of a store is checked with (RFC 7292 section 4): an HMAC under a key of its appendix B. */
export interface PfxMac {
  hash: HashName;
  digest: Uint8Array;
  salt: Uint8Array;
  iterations: number;
}

/** PBES2 with PBKDF2 and AES in CBC mode (RFC 8018 sections 6.2 and A.2 to A.4). */
export interface PbeParameters {
  prf: HashName;
  salt: Uint8Array;
  iterations: number;
  keyBytes: 16 | 24 | 32;
  iv: Uint8Array;
}

/** One part of a store: its contents, or what they are encrypted with. */
export type SafePart =
  | { kind: 'plain'; contents: Uint8Array }
  | { kind: 'encrypted'; parameters: PbeParameters; ciphertext: Uint8Array };

/** What is in a part: DER of certificates, and of keys, those encrypted as EncryptedPrivateKeyInfo (RFC 5958 section 3). */
export interface SafeContents {
  certificates: Uint8Array[];
  keys: { isEncrypted: boolean; der: Uint8Array }[];
}

const oids = {
  data: '1.2.840.113549.1.7.1',
  encryptedData: '1.2.840.113549.1.7.6',
  keyBag: '1.2.840.113549.1.12.10.1.1',
  shroudedKeyBag: '1.2.840.113549.1.12.10.1.2',
  certBag: '1.2.840.113549.1.12.10.1.3',
  x509Certificate: '1.2.840.113549.1.9.22.1',
  pbes2: '1.2.840.113549.1.5.13',
  pbkdf2: '1.2.840.113549.1.5.12',
} as const;

const hashes: Readonly<Record<string, HashName>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
const prfs: Readonly<Record<string, HashName>> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
};
const keySizes: Readonly<Record<string, 16 | 24 | 32>> = {
  '2.16.840.1.101.3.4.1.2': 16,
  '2.16.840.1.101.3.4.1.22': 24,
  '2.16.840.1.101.3.4.1.42': 32,
};

/** More rounds than anybody asks for, and still done in seconds. */
const maxIterations = 10_000_000;

function known<T>(table: Readonly<Record<string, T>>, reader: DerReader, what: string): T {
  const { offset } = reader;
  const oid = reader.objectIdentifier(what);
  const value = Object.hasOwn(table, oid) ? table[oid] : undefined;
  if (value === undefined) throw new ProtocolError('pkcs12-algorithm-unsupported', offset, what, oid);
  return value;
}

/** ContentInfo (RFC 5652 section 3): its type, and a reader of what it holds. */
function contentInfo(reader: DerReader): { type: string; content: DerReader } {
  const info = reader.enter(tags.sequence, 'ContentInfo');
  return { type: info.objectIdentifier('contentType'), content: info.enter(constructedTag(0), 'content') };
}

/** Reads the outermost layer of a PKCS #12 file (RFC 7292 section 4): what is authenticated, and by what. Throws ProtocolError. */
export function decodePfx(der: Uint8Array): { authenticated: Uint8Array; mac: PfxMac } {
  const outer = DerReader.of(der);
  const pfx = outer.enter(tags.sequence, 'PFX');
  outer.expectEnd('The store');
  if (pfx.small('version', 3) !== 3) throw new ProtocolError('pfx-version-unknown', 0);
  const { type, content } = contentInfo(pfx);
  if (type !== oids.data) throw new ProtocolError('pkcs12-without-password', 0);
  const authenticated = content.octetString('authSafe');
  const macData = pfx.enter(tags.sequence, 'macData');
  const digestInfo = macData.enter(tags.sequence, 'mac');
  const hash = known(hashes, digestInfo.enter(tags.sequence, 'digestAlgorithm'), 'The MAC algorithm');
  const digest = digestInfo.octetString('digest');
  const salt = macData.octetString('macSalt');
  const iterations = macData.done ? 1 : macData.small('iterations', maxIterations);
  return { authenticated, mac: { hash, digest, salt, iterations } };
}

function pbeParameters(algorithm: DerReader): PbeParameters {
  if (algorithm.objectIdentifier('encryption') !== oids.pbes2)
    throw new ProtocolError('pkcs12-encryption-unsupported', algorithm.offset);
  const scheme = algorithm.enter(tags.sequence, 'PBES2-params');
  const derivation = scheme.enter(tags.sequence, 'keyDerivationFunc');
  if (derivation.objectIdentifier('key derivation') !== oids.pbkdf2)
    throw new ProtocolError('pkcs12-key-derivation-unsupported', derivation.offset);
  const parameters = derivation.enter(tags.sequence, 'PBKDF2-params');
  const salt = parameters.octetString('salt');
  const iterations = parameters.small('iterationCount', maxIterations);
  if (parameters.nextTag === tags.integer) parameters.any();
  const prf = parameters.optional(tags.sequence, 'prf');
  const cipher = scheme.enter(tags.sequence, 'encryptionScheme');
  const keyBytes = known(keySizes, cipher, 'The cipher');
  // hmacWithSHA1 is the DEFAULT (RFC 8018 appendix A.2).
  return {
    prf: prf === null ? 'sha1' : known(prfs, prf, 'The PRF'),
    salt,
    iterations,
    keyBytes,
    iv: cipher.octetString('iv'),
  };
}

function safePart(reader: DerReader): SafePart {
  const { type, content } = contentInfo(reader);
  if (type === oids.data) return { kind: 'plain', contents: content.octetString('contents') };
  if (type !== oids.encryptedData) throw new ProtocolError('pkcs12-public-key-encryption', content.offset);
  const data = content.enter(tags.sequence, 'EncryptedData');
  data.small('version', 2);
  const info = data.enter(tags.sequence, 'EncryptedContentInfo');
  info.objectIdentifier('contentType');
  const parameters = pbeParameters(info.enter(tags.sequence, 'contentEncryptionAlgorithm'));
  // [0] IMPLICIT OCTET STRING.
  return { kind: 'encrypted', parameters, ciphertext: info.octetString('encryptedContent', 0x80) };
}

/** Reads the parts of a store (AuthenticatedSafe, RFC 7292 section 4.1). Throws ProtocolError. */
export const decodeAuthenticatedSafe = (bytes: Uint8Array): SafePart[] =>
  DerReader.of(bytes).enter(tags.sequence, 'AuthenticatedSafe').list(safePart, 'AuthenticatedSafe');

function readBag(reader: DerReader, found: SafeContents): void {
  const bag = reader.enter(tags.sequence, 'SafeBag');
  const type = bag.objectIdentifier('bagId');
  const value = bag.enter(constructedTag(0), 'bagValue');
  if (type === oids.keyBag || type === oids.shroudedKeyBag) {
    found.keys.push({ isEncrypted: type === oids.shroudedKeyBag, der: value.any().der });
  } else if (type === oids.certBag) {
    const certificate = value.enter(tags.sequence, 'CertBag');
    if (certificate.objectIdentifier('certId') === oids.x509Certificate)
      found.certificates.push(certificate.enter(constructedTag(0), 'certValue').octetString('certificate'));
  }
}

/** Reads the keys and certificates of a part (RFC 7292 section 4.2); other bags are passed over. Throws ProtocolError. */
export function decodeSafeContents(bytes: Uint8Array): SafeContents {
  const found: SafeContents = { certificates: [], keys: [] };
  DerReader.of(bytes)
    .enter(tags.sequence, 'SafeContents')
    .list((reader) => readBag(reader, found), 'SafeContents', false);
  return found;
}
