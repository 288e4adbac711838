import type { ParsedCertificate } from '../../x509/certificate.ts';
import type { KeyUsageBit } from '../../x509/extensions.ts';
import { extensionIds, keyPurposes, purposeIds } from '../../x509/object-identifiers.data.ts';
import { strangeCommonNames } from './common-names.ts';
import { type PathProblem, problemOf } from '../problems.ts';
import type { Role } from './profile.ts';
import { quoted } from '../../x509/visible.ts';

/** Baseline Requirements section 7.1.2.7.10: serverAuth, clientAuth beside it, and nothing else. */
const leafPurposes: ReadonlySet<string> = new Set([purposeIds.serverAuth, purposeIds.clientAuth]);

/** Uses that a signature-only key does not have (RFC 9881 section 5). */
const encryption: readonly KeyUsageBit[] = [
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'encipherOnly',
  'decipherOnly',
];

function leafProblems(leaf: ParsedCertificate): PathProblem[] {
  const { extendedKeyUsage, extensions, keyUsage, publicKey } = leaf;
  const others = (extendedKeyUsage ?? []).filter((oid) => !leafPurposes.has(oid));
  const isCritical = extensions.some(({ oid, critical }) => oid === extensionIds.extendedKeyUsage && critical);
  const unfit = publicKey.algorithm.startsWith('ml-dsa') ? encryption : [];
  const wrongUses = unfit.filter((bit) => keyUsage?.includes(bit) === true);
  const shown = others.slice(0, 4).map((oid) => keyPurposes.get(oid) ?? oid);
  return [
    ...strangeCommonNames(leaf)
      .slice(0, 1)
      .map((text) => problemOf('common-name-not-in-names', leaf, quoted(text))),
    ...(extendedKeyUsage?.includes(purposeIds.serverAuth) === true && others.length > 0
      ? [problemOf('purposes-beside-tls', leaf, shown.join(', '))]
      : []),
    ...(isCritical ? [problemOf('extended-key-usage-critical', leaf)] : []),
    ...(wrongUses.length > 0 ? [problemOf('usage-beyond-signing', leaf, wrongUses.join(', '))] : []),
  ];
}

function rootProblems(root: ParsedCertificate): PathProblem[] {
  return [
    ...(root.extendedKeyUsage === null ? [] : [problemOf('root-extended-key-usage', root)]),
    ...(root.version === 3 && root.subjectKeyId === null ? [problemOf('root-subject-key-id-missing', root)] : []),
  ];
}

/** Violations of the Baseline Requirements for server certificates that browsers accept. */
export const baselineProblems = (certificate: ParsedCertificate, role: Role): PathProblem[] =>
  ({ leaf: leafProblems, issuer: () => [], root: rootProblems })[role](certificate);
