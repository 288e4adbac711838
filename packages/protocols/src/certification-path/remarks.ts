import type { ParsedCertificate } from '../x509/certificate.ts';
import { tags } from '../der/reader.ts';
import type { DistinguishedName } from '../x509/distinguished-name.ts';
import { hostTexts, strangeCommonNames } from './rules/common-names.ts';
import { isPresentableName } from './names.ts';
import { quoted } from '../x509/visible.ts';
import { extensionIds, purposeIds } from '../x509/object-identifiers.data.ts';

/** Characters of PrintableString (X.680 section 41.4). */
const printable = /^[A-Za-z0-9 '()+,\-./:=?]*$/;

const { serverAuth, clientAuth } = purposeIds;

function nameRemarks({ rdns }: DistinguishedName, which: string): string[] {
  return rdns.flat().flatMap(({ tag, text, oid }) => {
    if (tag === tags.printableString && text !== null && !printable.test(text))
      return [`The ${which} has a PrintableString with invalid characters: ${quoted(text)}`];
    return text === null ? [`The attribute ${oid} of the ${which} is not text`] : [];
  });
}

/** Dates through 2049 are UTCTime, later ones GeneralizedTime (RFC 5280 section 4.1.2.5). */
const lastUtcSecond = Date.UTC(2050, 0, 1) / 1000 - 1;

function timeRemarks({ times }: ParsedCertificate): string[] {
  return Object.entries(times)
    .filter(([, { seconds, generalized }]) => generalized && seconds <= lastUtcSecond)
    .map(([name]) => `${name} is before 2050 but encoded as GeneralizedTime`);
}

/** RFC 5280 section 4.1.2.2: positive, and of 20 octets at most; roots alone get away with it. */
function serialRemarks({ serialNumber }: ParsedCertificate): string[] {
  if (serialNumber.every((octet) => octet === 0)) return ['The serial number is zero'];
  return serialNumber.length > 20 ? [`The serial number has ${serialNumber.length} octets`] : [];
}

/** Baseline Requirements for leaves that browsers do not enforce. */
function leafRemarks(leaf: ParsedCertificate): string[] {
  const texts = hostTexts(leaf.subjectAltName ?? []);
  const purposes = leaf.extendedKeyUsage ?? [];
  const others = purposes.filter((oid) => oid !== serverAuth && oid !== clientAuth);
  const partial = texts.filter((text) => text.includes('*') && !isPresentableName(text));
  return [
    ...strangeCommonNames(leaf).map((text) => `The common name ${quoted(text)} is not in subjectAltName`),
    ...(leaf.extendedKeyUsage === null ? ['The leaf has no extendedKeyUsage'] : []),
    ...(purposes.includes(serverAuth) && others.length > 0
      ? [`extendedKeyUsage contains purposes other than TLS: ${others.slice(0, 4).join(', ')}`]
      : []),
    ...partial.slice(0, 3).map((text) => `A partial wildcard matches no host: ${quoted(text)}`),
  ];
}

/** BOOLEAN FALSE at the beginning of a SEQUENCE: an encoded default (X.690 section 11.5). */
const spelledDefault = (value: Uint8Array): boolean => value[2] === tags.boolean && value[4] === 0;

/** True for a key algorithm that path validation supports and browsers do not. */
export const isAheadOfBrowsers = (algorithm: string): boolean => /^(?:ed25519|ed448|ml-dsa-)/.test(algorithm);

/** id-RSASSA-PSS as the algorithm of a key (RFC 4055 section 1.2). */
const pssKey = '1.2.840.113549.1.1.10';

function keyRemarks({ publicKey, spki }: ParsedCertificate): string[] {
  const algorithm = publicKey.algorithm;
  if (spki.algorithm.oid === pssKey) return ['The key is restricted to RSASSA-PSS, which browsers do not support'];
  return isAheadOfBrowsers(algorithm) ? [`Browsers do not support the ${algorithm} key`] : [];
}

function authorityRemarks({ keyUsage, subjectKeyId }: ParsedCertificate): string[] {
  return [
    ...(keyUsage === null ? ['A CA certificate has no keyUsage'] : []),
    ...(subjectKeyId === null ? ['A CA certificate has no subjectKeyIdentifier'] : []),
  ];
}

/** Violations of RFC 5280 or the Baseline Requirements that browsers accept, one sentence each. */
export function remarksOf(certificate: ParsedCertificate): string[] {
  const { extensions, basicConstraints, policyConstraints, subject, issuer, uniqueIds, unreadable } = certificate;
  const isCritical = (id: string): boolean => extensions.some(({ oid, critical }) => oid === id && critical);
  const isAuthority = basicConstraints?.ca === true;
  return [
    ...nameRemarks(subject, 'subject'),
    ...nameRemarks(issuer, 'issuer'),
    ...timeRemarks(certificate),
    ...serialRemarks(certificate),
    ...(isAuthority ? authorityRemarks(certificate) : leafRemarks(certificate)),
    ...keyRemarks(certificate),
    ...(extensions.some(({ oid, value }) => oid === extensionIds.basicConstraints && spelledDefault(value))
      ? ['basicConstraints encodes its default value FALSE']
      : []),
    ...(policyConstraints !== null && !isCritical(extensionIds.policyConstraints)
      ? ['policyConstraints is not critical']
      : []),
    ...(uniqueIds ? ['The certificate has a unique identifier'] : []),
    ...(isCritical(extensionIds.crlDistributionPoints) ? ['cRLDistributionPoints is critical'] : []),
    ...(!isAuthority && isCritical(extensionIds.extendedKeyUsage) ? ['extendedKeyUsage is critical'] : []),
    ...unreadable.map(({ name, reason }) => `The extension ${name} is malformed: ${reason}`),
  ];
}
