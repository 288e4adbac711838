import { toHex, withoutLeadingZeros } from '@perimeter/protocols/bytes';
import { printIpv4, printIpv6 } from '@perimeter/protocols/dns/address';
import { describeSignature } from '@perimeter/protocols/x509/algorithm-identifier';
import { type DecodedExtensions, decodeExtensions } from '@perimeter/protocols/x509/certificate-extensions';
import type { PartialCertificate } from '@perimeter/protocols/x509/partial-certificate';
import { sameName } from '@perimeter/protocols/x509/distinguished-name';
import type { GeneralName } from '@perimeter/protocols/x509/general-name';
import { extensionIds, keyPurposes } from '@perimeter/protocols/x509/object-identifiers.data';
import type { CertificateFacts } from '../../evidence/certificates/schema.ts';
import { crlUrlsOf, issuerUrlsOf, ocspUrlsOf } from '../context/certificate-urls.ts';
import type { StoredCertificate } from '../context/certificate-store.ts';
import type { Verify } from '../context/verify.ts';
import { sha256Hex } from '../../net/sha256.ts';

/** Status request in the TLS feature extension (RFC 7633 section 6). */
const statusRequest = 5;
const commonNameId = '2.5.4.3';

/** Names listed in a report; more add no information. */
const maxNames = 1_000;

function addressText(bytes: Uint8Array): string {
  if (bytes.length === 4) return printIpv4(bytes);
  return bytes.length === 16 ? printIpv6(bytes) : toHex(bytes);
}

function nameFact(name: GeneralName): CertificateFacts['subjectAltNames'][number] {
  if (name.type === 'ip') return { type: 'ip', value: addressText(name.bytes) };
  if (name.type === 'directory') return { type: 'other', value: name.name.text };
  return name.type === 'other' ? { type: 'other', value: toHex(name.der) } : { type: name.type, value: name.text };
}

type Readable = PartialCertificate & DecodedExtensions;

/** True where the certificate requires stapling. */
const mustStaple = ({ tlsFeature }: Readable): boolean => tlsFeature?.includes(statusRequest) === true;

type Key = Omit<CertificateFacts['key'], 'weakness'>;

function keyFacts({ publicKey, spki }: Readable): Key {
  return {
    algorithm: publicKey?.algorithm ?? 'unknown',
    bits: publicKey?.bits ?? null,
    curve: publicKey !== null && 'curve' in publicKey ? publicKey.curve : null,
    exponent: publicKey !== null && 'exponent' in publicKey ? publicKey.exponent.toString() : null,
    spkiSha256: spki === null ? '' : sha256Hex(spki.der),
  };
}

const isCritical = ({ extensions }: Readable, id: string): boolean =>
  extensions.some(({ oid, critical }) => oid === id && critical);

/** The most specific common name (RFC 5280 section 4.1.2.6). */
function commonNameOf({ subject }: Readable): string | null {
  return subject?.rdns.flat().findLast(({ oid }) => oid === commonNameId)?.text ?? null;
}

const isSelfIssued = ({ issuer, subject }: Readable): boolean =>
  issuer !== null && subject !== null && sameName(issuer, subject);

/** True where a certificate's own key signed it. */
function isSelfSigned(certificate: Readable, verify: Verify): boolean {
  const { spki, signatureAlgorithm, tbs, signature } = certificate;
  if (!isSelfIssued(certificate) || spki === null || signatureAlgorithm === null || tbs === null) return false;
  return signature !== null && verify(spki.der, signatureAlgorithm, tbs, signature) === true;
}

/** Fields that could not be read, each once; absent where all could. */
function unreadableOf({ faults }: Readable): Pick<CertificateFacts, 'unreadable'> {
  return faults.length === 0 ? {} : { unreadable: [...new Set(faults.map(({ field }) => field))] };
}

const nothingRead = { name: 'unknown', hash: 'unknown' };

/** All facts of one certificate that checks use; placeholders of unreadable fields carry no information. */
export function certificateFactsOf(
  { sha256, der, source, partial, malformed }: StoredCertificate,
  weakness: CertificateFacts['key']['weakness'],
  verify: Verify,
): CertificateFacts {
  const read: Readable = { ...partial, ...decodeExtensions(partial.extensions) };
  const { basicConstraints: basic, keyUsage, extendedKeyUsage, signatureAlgorithm } = read;
  const { name, hash } = signatureAlgorithm === null ? nothingRead : describeSignature(signatureAlgorithm);
  return {
    sha256,
    der: Buffer.from(der).toString('base64'),
    source,
    malformed,
    ...unreadableOf(read),
    subject: read.subject?.text ?? '',
    issuer: read.issuer?.text ?? '',
    commonName: commonNameOf(read),
    serialNumber: read.serialNumber === null ? '' : toHex(withoutLeadingZeros(read.serialNumber)),
    notBefore: read.notBefore?.seconds ?? 0,
    notAfter: read.notAfter?.seconds ?? 0,
    subjectAltNames: (read.subjectAltName ?? []).slice(0, maxNames).map(nameFact),
    key: { ...keyFacts(read), weakness },
    signature: { algorithm: name, hash },
    selfIssued: isSelfIssued(read),
    selfSigned: isSelfSigned(read, verify),
    basicConstraints:
      basic === null
        ? null
        : { critical: isCritical(read, extensionIds.basicConstraints), ca: basic.ca, pathLength: basic.pathLength },
    keyUsage: keyUsage === null ? null : [...keyUsage],
    extendedKeyUsage: extendedKeyUsage?.map((oid) => keyPurposes.get(oid) ?? oid) ?? null,
    mustStaple: mustStaple(read),
    ocspUrls: ocspUrlsOf(read),
    issuerUrls: issuerUrlsOf(read),
    crlUrls: crlUrlsOf(read),
    policies: read.policies ?? [],
  };
}
