import { ProtocolError } from '../protocol-error.ts';
import {
  type AccessDescription,
  type AuthorityKeyIdentifier,
  type BasicConstraints,
  decodeAccessDescriptions,
  decodeAuthorityKeyIdentifier,
  decodeBasicConstraints,
  decodeDistributionPoints,
  decodeExtendedKeyUsage,
  decodeGeneralNames,
  decodeInhibitAnyPolicy,
  decodeKeyUsage,
  decodeNameConstraints,
  decodeOctetString,
  decodePolicies,
  decodePolicyConstraints,
  decodePolicyMappings,
  decodeTlsFeature,
  type KeyUsageBit,
  type NameConstraints,
  type PolicyConstraints,
} from './extensions.ts';
import type { GeneralName } from './general-name.ts';
import { extensionIds, extensionNames } from './object-identifiers.data.ts';

/** One extension as it is written. */
export interface Extension {
  oid: string;
  critical: boolean;
  /** What is inside of the OCTET STRING. */
  value: Uint8Array;
}

/** Decoded extensions: null where one is absent or cannot be read; the first counts where one is there twice. */
export interface DecodedExtensions {
  basicConstraints: BasicConstraints | null;
  keyUsage: KeyUsageBit[] | null;
  /** OIDs. */
  extendedKeyUsage: string[] | null;
  subjectAltName: GeneralName[] | null;
  nameConstraints: NameConstraints | null;
  /** OIDs. */
  policies: string[] | null;
  policyConstraints: PolicyConstraints | null;
  /** From issuerDomainPolicy to subjectDomainPolicy. */
  policyMappings: [string, string][] | null;
  inhibitAnyPolicy: number | null;
  authorityKeyId: AuthorityKeyIdentifier | null;
  subjectKeyId: Uint8Array | null;
  aia: AccessDescription[] | null;
  crlDistributionPoints: GeneralName[] | null;
  /** TLS extension types. */
  tlsFeature: number[] | null;
  /** SignedCertificateTimestampList as RFC 6962 section 3.3 serializes it. */
  sctList: Uint8Array | null;
  /** Extensions whose value does not conform to their type, by OID. */
  unreadable: { oid: string; name: string; reason: string }[];
}

/** Decodes the known extensions; never throws. */
export function decodeExtensions(extensions: readonly Extension[]): DecodedExtensions {
  const unreadable: DecodedExtensions['unreadable'] = [];
  const decode = <T>(oid: string, read: (value: Uint8Array, what: string) => T): T | null => {
    const extension = extensions.find((one) => one.oid === oid);
    if (extension === undefined) return null;
    const name = extensionNames.get(oid) ?? oid;
    try {
      return read(extension.value, name);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      unreadable.push({ oid, name, reason: error.message });
      return null;
    }
  };
  return {
    basicConstraints: decode(extensionIds.basicConstraints, decodeBasicConstraints),
    keyUsage: decode(extensionIds.keyUsage, decodeKeyUsage),
    extendedKeyUsage: decode(extensionIds.extendedKeyUsage, decodeExtendedKeyUsage),
    subjectAltName: decode(extensionIds.subjectAltName, decodeGeneralNames),
    nameConstraints: decode(extensionIds.nameConstraints, decodeNameConstraints),
    policies: decode(extensionIds.certificatePolicies, decodePolicies),
    policyConstraints: decode(extensionIds.policyConstraints, decodePolicyConstraints),
    policyMappings: decode(extensionIds.policyMappings, decodePolicyMappings),
    inhibitAnyPolicy: decode(extensionIds.inhibitAnyPolicy, decodeInhibitAnyPolicy),
    authorityKeyId: decode(extensionIds.authorityKeyIdentifier, decodeAuthorityKeyIdentifier),
    subjectKeyId: decode(extensionIds.subjectKeyIdentifier, decodeOctetString),
    aia: decode(extensionIds.authorityInfoAccess, decodeAccessDescriptions),
    crlDistributionPoints: decode(extensionIds.crlDistributionPoints, decodeDistributionPoints),
    tlsFeature: decode(extensionIds.tlsFeature, decodeTlsFeature),
    sctList: decode(extensionIds.sctList, decodeOctetString),
    unreadable,
  };
}
