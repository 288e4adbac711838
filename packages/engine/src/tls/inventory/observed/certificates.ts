import { type KeyObject, X509Certificate } from 'node:crypto';
import type { TlsCertificate } from '../../../evidence/tls/schema.ts';
import { errorCode } from '../../../net/error-code.ts';
import { sha256Hex } from '../../../net/sha256.ts';

const isoDate = (text: string): string => {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
};

/** Sizes of the curves that certificates use, by OpenSSL's names. */
const curveBits: Readonly<Record<string, number>> = {
  prime256v1: 256,
  secp384r1: 384,
  secp521r1: 521,
  secp224r1: 224,
  prime192v1: 192,
  secp256k1: 256,
};

function keyBits(key: KeyObject): number | null {
  const details = key.asymmetricKeyDetails;
  if (details?.modulusLength !== undefined) return details.modulusLength;
  const curve = details?.namedCurve;
  if (curve !== undefined) return curveBits[curve] ?? (Number(/\d{3}/.exec(curve)?.[0] ?? 0) || null);
  if (key.asymmetricKeyType === 'ed25519') return 256;
  return key.asymmetricKeyType === 'ed448' ? 456 : null;
}

/** SubjectAltName as OpenSSL prints it: entries apart by commas, values with odd characters as JSON strings. */
export const subjectAltNames = (text: string | undefined): string[] =>
  [...(text ?? '').matchAll(/([A-Za-z ]+):("(?:[^"\\]|\\.)*"|[^,]*)(?:, |$)/g)].map(
    ([, kind = '', value = '']) => `${kind}:${value}`,
  );

/** What Node's parser says of the key, or null where it knows no such key. */
function publicKeyOf(certificate: X509Certificate): { keyType: string; keyBits: number | null } {
  try {
    const key = certificate.publicKey;
    return { keyType: key.asymmetricKeyType ?? 'unknown', keyBits: keyBits(key) };
  } catch {
    return { keyType: 'unknown', keyBits: null };
  }
}

/** Reads a certificate as it was served; one that cannot be decoded keeps its bytes and says why. */
export function readCertificate(der: Uint8Array): TlsCertificate {
  const kept = { der: Buffer.from(der).toString('base64'), sha256: sha256Hex(der) };
  try {
    const certificate = new X509Certificate(der);
    return {
      ...kept,
      ...publicKeyOf(certificate),
      subject: certificate.subject ?? '',
      issuer: certificate.issuer ?? '',
      subjectAltNames: subjectAltNames(certificate.subjectAltName),
      notBefore: isoDate(certificate.validFrom),
      notAfter: isoDate(certificate.validTo),
      serialNumber: certificate.serialNumber,
      signatureAlgorithm: certificate.signatureAlgorithm ?? 'unknown',
    };
  } catch (error) {
    const blank = {
      subject: '',
      issuer: '',
      notBefore: '',
      notAfter: '',
      serialNumber: '',
      keyType: 'unknown',
      signatureAlgorithm: 'unknown',
    };
    return { ...kept, ...blank, subjectAltNames: [], keyBits: null, parseError: errorCode(error) };
  }
}
