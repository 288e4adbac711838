import { toHex, withoutLeadingZeros } from '@perimeter/protocols/bytes';
import { printIpv4, printIpv6 } from '@perimeter/protocols/dns/address';
import { describeSignature } from '@perimeter/protocols/x509/algorithm-identifier';
import type { ParsedCertificate } from '@perimeter/protocols/x509/certificate';
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

/** Names in a report beyond this number say nothing new. */
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

/** True where the owner promised to staple. */
const mustStaple = ({ tlsFeature }: ParsedCertificate): boolean => tlsFeature?.includes(statusRequest) === true;

type Key = Omit<CertificateFacts['key'], 'weakness'>;

function keyFacts({ publicKey, spki }: ParsedCertificate): Key {
  const spkiSha256 = sha256Hex(spki.der);
  if (publicKey === null) return { algorithm: spki.algorithm.oid, bits: null, curve: null, exponent: null, spkiSha256 };
  return {
    algorithm: publicKey.algorithm,
    bits: publicKey.bits,
    curve: 'curve' in publicKey ? publicKey.curve : null,
    exponent: 'exponent' in publicKey ? publicKey.exponent.toString() : null,
    spkiSha256,
  };
}

const isCritical = ({ extensions }: ParsedCertificate, id: string): boolean =>
  extensions.some(({ oid, critical }) => oid === id && critical);

/** The most specific common name (RFC 5280 section 4.1.2.6). */
function commonNameOf({ subject }: ParsedCertificate): string | null {
  return subject.rdns.flat().findLast(({ oid }) => oid === commonNameId)?.text ?? null;
}

/** True where a certificate's own key signed it. */
const isSelfSigned = (certificate: ParsedCertificate, verify: Verify): boolean =>
  sameName(certificate.issuer, certificate.subject) &&
  verify(certificate.spki.der, certificate.signatureAlgorithm, certificate.tbs, certificate.signature) === true;

type Stored = Pick<StoredCertificate, 'sha256' | 'der' | 'source'>;

const heldFacts = ({ sha256, der, source }: Stored) => ({ sha256, der: Buffer.from(der).toString('base64'), source });

/** Facts of what is no certificate: its octets, and why nothing can be said of them. */
export const malformedFacts = (stored: Stored, malformed: string): CertificateFacts => ({
  ...heldFacts(stored),
  malformed,
  subject: '',
  issuer: '',
  commonName: null,
  serialNumber: '',
  notBefore: 0,
  notAfter: 0,
  subjectAltNames: [],
  key: { algorithm: 'unknown', bits: null, curve: null, exponent: null, spkiSha256: '', weakness: null },
  signature: { algorithm: 'unknown', hash: 'unknown' },
  selfIssued: false,
  selfSigned: false,
  basicConstraints: null,
  keyUsage: null,
  extendedKeyUsage: null,
  mustStaple: false,
  ocspUrls: [],
  issuerUrls: [],
  crlUrls: [],
  policies: [],
});

/** Everything that checks ask of one certificate. */
export function certificateFactsOf(
  stored: Stored,
  parsed: ParsedCertificate,
  weakness: CertificateFacts['key']['weakness'],
  verify: Verify,
): CertificateFacts {
  const { basicConstraints: basic, keyUsage, extendedKeyUsage } = parsed;
  const { name, hash } = describeSignature(parsed.signatureAlgorithm);
  return {
    ...heldFacts(stored),
    malformed: null,
    subject: parsed.subject.text,
    issuer: parsed.issuer.text,
    commonName: commonNameOf(parsed),
    serialNumber: toHex(withoutLeadingZeros(parsed.serialNumber)),
    ...parsed.validity,
    subjectAltNames: (parsed.subjectAltName ?? []).slice(0, maxNames).map(nameFact),
    key: { ...keyFacts(parsed), weakness },
    signature: { algorithm: name, hash },
    selfIssued: sameName(parsed.issuer, parsed.subject),
    selfSigned: isSelfSigned(parsed, verify),
    basicConstraints:
      basic === null
        ? null
        : { critical: isCritical(parsed, extensionIds.basicConstraints), ca: basic.ca, pathLength: basic.pathLength },
    keyUsage: keyUsage === null ? null : [...keyUsage],
    extendedKeyUsage: extendedKeyUsage?.map((oid) => keyPurposes.get(oid) ?? oid) ?? null,
    mustStaple: mustStaple(parsed),
    ocspUrls: ocspUrlsOf(parsed),
    issuerUrls: issuerUrlsOf(parsed),
    crlUrls: crlUrlsOf(parsed),
    policies: parsed.policies ?? [],
  };
}
