import type { ParsedCertificate } from '../x509/certificate.ts';
import type { KeyUsageBit } from '../x509/extensions.ts';
import { extensionIds, keyPurposes, purposeIds } from '../x509/object-identifiers.data.ts';
import { type PathProblem, problemOf } from './problems.ts';
import { isSelfIssued, type Role } from './profile.ts';

/** Baseline Requirements section 7.1.2.7.10: serverAuth, clientAuth beside it, and nothing else. */
const leafPurposes: ReadonlySet<string> = new Set([purposeIds.serverAuth, purposeIds.clientAuth]);

/** Uses that a key for signatures alone does not have (RFC 9881 section 5). */
const encryption: readonly KeyUsageBit[] = [
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'encipherOnly',
  'decipherOnly',
];

function leafBreaches({ extendedKeyUsage, extensions, keyUsage, publicKey }: ParsedCertificate): string[] {
  const others = (extendedKeyUsage ?? []).filter((oid) => !leafPurposes.has(oid));
  const isCritical = extensions.some(({ oid, critical }) => oid === extensionIds.extendedKeyUsage && critical);
  const unfit = publicKey?.algorithm.startsWith('ml-dsa') === true ? encryption : [];
  const wrongUses = unfit.filter((bit) => keyUsage?.includes(bit) === true);
  const shown = others.slice(0, 4).map((oid) => keyPurposes.get(oid) ?? oid);
  return [
    ...(extendedKeyUsage?.includes(purposeIds.serverAuth) === true && others.length > 0
      ? [`extendedKeyUsage allows ${shown.join(', ')} beside TLS`]
      : []),
    ...(isCritical ? ['extendedKeyUsage is critical'] : []),
    ...(wrongUses.length > 0 ? [`keyUsage allows ${wrongUses.join(', ')} with a key that can only sign`] : []),
  ];
}

function rootBreaches(root: ParsedCertificate): string[] {
  return [
    ...(root.extendedKeyUsage === null ? [] : ['A root with extendedKeyUsage']),
    ...(root.version === 3 && root.subjectKeyId === null ? ['subjectKeyIdentifier of a root is missing'] : []),
    ...(root.authorityKeyId === null && !isSelfIssued(root)
      ? ['authorityKeyIdentifier of a cross-signed root is missing']
      : []),
  ];
}

/** What the Baseline Requirements forbid of servers' certificates, and no browser minds. */
export function baselineProblems(certificate: ParsedCertificate, role: Role): PathProblem[] {
  const breaches = { leaf: leafBreaches, issuer: () => [], root: rootBreaches }[role](certificate);
  return breaches.map((detail) => problemOf('strict-profile', certificate, detail));
}
