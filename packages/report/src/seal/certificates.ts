import {
  bitString,
  constructed,
  encodeDer,
  nullValue,
  objectIdentifier,
  octetString,
  primitive,
  sequence,
  setOf,
  time,
  unsignedInteger,
  utf8String,
  trueValue,
} from '@perimeter/protocols/der/writer';
import { tags } from '@perimeter/protocols/der/reader';
import { createHash, createPublicKey, generateKeyPair, type KeyObject, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { writeExtension } from '@perimeter/protocols/x509/write-extension';

// RFC 5280 section 4.2.1 and, for document signing, RFC 9336.
const oids = {
  commonName: '2.5.4.3',
  organisation: '2.5.4.10',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  documentSigning: '1.3.6.1.5.5.7.3.36',
  // NSS, and therefore pdfsig, trusts document signers only with the purpose e-mail.
  emailProtection: '1.3.6.1.5.5.7.3.4',
  sha256WithRsa: '1.2.840.113549.1.1.11',
} as const;

/** RSA modulus in bits; RSA PKCS #1 v1.5 signatures are deterministic, so the same report gives the same file. */
const modulusLength = 3_072;
const day = 86_400;
const lifetimes = { root: 3_650 * day, leaf: 730 * day } as const;
/** Certificates are backdated by this many seconds, because the clocks of machines differ. */
const backdated = 3_600;

/** A certificate with its key. */
export interface SigningIdentity {
  /** DER. */
  certificate: Uint8Array;
  key: KeyObject;
}

const signatureAlgorithm = sequence(objectIdentifier(oids.sha256WithRsa), nullValue);

const nameOf = (organisation: string, commonName: string): Uint8Array =>
  sequence(
    setOf(sequence(objectIdentifier(oids.organisation), utf8String(organisation))),
    setOf(sequence(objectIdentifier(oids.commonName), utf8String(commonName))),
  );

/** Subject public key info, and its identifier (RFC 5280 section 4.2.1.2, method 1 over the whole structure). */
function publicKeyOf(key: KeyObject): { spki: Uint8Array; identifier: Uint8Array } {
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return { spki, identifier: createHash('sha1').update(spki).digest() };
}

// keyCertSign and cRLSign; digitalSignature and nonRepudiation (RFC 5280 section 4.2.1.3).
const keyUsageOf = (isCa: boolean): Uint8Array =>
  isCa ? bitString(Uint8Array.of(0x06), 1) : bitString(Uint8Array.of(0xc0), 6);

interface CertificateRequest {
  subject: string;
  key: KeyObject;
  issuer: string;
  issuerKey: KeyObject;
  isCa: boolean;
  notBefore: number;
  lifetime: number;
}

const organisation = 'Perimeter';

function issue({ subject, key, issuer, issuerKey, isCa, notBefore, lifetime }: CertificateRequest): Uint8Array {
  const { spki, identifier } = publicKeyOf(key);
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  const extensions = [
    writeExtension(
      oids.basicConstraints,
      isCa ? sequence(trueValue, encodeDer(tags.integer, Uint8Array.of(0))) : sequence(),
      true,
    ),
    writeExtension(oids.keyUsage, keyUsageOf(isCa), true),
    writeExtension(oids.subjectKeyIdentifier, octetString(identifier)),
    writeExtension(oids.authorityKeyIdentifier, sequence(primitive(0, publicKeyOf(issuerKey).identifier))),
    ...(isCa
      ? []
      : [
          writeExtension(
            oids.extendedKeyUsage,
            sequence(objectIdentifier(oids.documentSigning), objectIdentifier(oids.emailProtection)),
          ),
        ]),
  ];
  const tbs = sequence(
    constructed(0, unsignedInteger(Uint8Array.of(2))),
    unsignedInteger(serial),
    signatureAlgorithm,
    nameOf(organisation, issuer),
    sequence(time(notBefore), time(notBefore + lifetime)),
    nameOf(organisation, subject),
    spki,
    constructed(3, sequence(...extensions)),
  );
  return sequence(tbs, signatureAlgorithm, bitString(sign('sha256', tbs, issuerKey)));
}

const generate = promisify(generateKeyPair);

/** In the thread pool, because it takes up to some seconds. */
const newKey = async (): Promise<KeyObject> => (await generate('rsa', { modulusLength })).privateKey;

const rootName = 'Perimeter report signing root';
const leafName = 'Perimeter report signing';

/** A root that only issues signers of reports, valid for ten years. */
export async function createSigningRoot(nowSeconds: number): Promise<SigningIdentity> {
  const key = await newKey();
  const certificate = issue({
    subject: rootName,
    key,
    issuer: rootName,
    issuerKey: key,
    isCa: true,
    notBefore: nowSeconds - backdated,
    lifetime: lifetimes.root,
  });
  return { certificate, key };
}

/** A signer of reports under a root, valid for two years. */
export async function createSigner(root: SigningIdentity, nowSeconds: number): Promise<SigningIdentity> {
  const key = await newKey();
  const certificate = issue({
    subject: leafName,
    key,
    issuer: rootName,
    issuerKey: root.key,
    isCa: false,
    notBefore: nowSeconds - backdated,
    lifetime: lifetimes.leaf,
  });
  return { certificate, key };
}
