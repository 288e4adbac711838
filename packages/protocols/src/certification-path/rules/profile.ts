import type { AlgorithmIdentifier } from '../../x509/algorithm-identifier.ts';
import { signatureAlgorithms } from '../../x509/algorithms.data.ts';
import { tags } from '../../der/reader.ts';
import { sameBytes } from '../../bytes.ts';
import type { ParsedCertificate } from '../../x509/certificate.ts';
import { brokenStrings, sameName } from '../../x509/distinguished-name.ts';
import { hasTrailingZeros } from '../../x509/extensions.ts';
import { addressLengths } from '../constrained-names.ts';
import { isPresentableName } from '../names.ts';
import { anyPolicy, extensionIds, extensionNames } from '../../x509/object-identifiers.data.ts';
import { type PathProblem, type PathProblemReason, problemOf } from '../problems.ts';
import { quoted } from '../../x509/visible.ts';

/** Place of a certificate in a path. */
export type Role = 'leaf' | 'issuer' | 'root';

/** Extensions that are processed here, so that they may be critical (RFC 5280 section 4.2). */
const processed: ReadonlySet<string> = new Set([
  extensionIds.basicConstraints,
  extensionIds.keyUsage,
  extensionIds.extendedKeyUsage,
  extensionIds.subjectAltName,
  extensionIds.nameConstraints,
  extensionIds.certificatePolicies,
  extensionIds.policyConstraints,
  extensionIds.policyMappings,
  extensionIds.inhibitAnyPolicy,
  extensionIds.crlDistributionPoints,
]);

/** Extensions that must not be critical (RFC 5280 sections 4.2.1.1, 4.2.1.2 and 4.2.2.1). */
const neverCritical: ReadonlySet<string> = new Set([
  extensionIds.authorityKeyIdentifier,
  extensionIds.subjectKeyIdentifier,
  extensionIds.authorityInfoAccess,
]);

const isCritical = ({ extensions }: ParsedCertificate, id: string): boolean =>
  extensions.some(({ oid, critical }) => oid === id && critical);

/** True where issuer and subject are the same name (RFC 5280 section 3.2). */
export const isSelfIssued = ({ issuer, subject }: ParsedCertificate): boolean => sameName(issuer, subject);

/** A breach: its reason and the values of its sentence. */
type Breach = readonly [reason: PathProblemReason, ...values: (string | number)[]];

type Rule = readonly [broken: boolean, ...breach: Breach];

const brokenRules = (rules: readonly Rule[]): Breach[] =>
  rules.flatMap(([broken, ...breach]): Breach[] => (broken ? [breach] : []));

const explicitNull = Uint8Array.of(tags.null, 0);

/** What is wrong with the parameters of a known signature algorithm (RFC 4055, RFC 5758, RFC 8410); null: nothing. */
function parametersBreach({ oid, parameters }: AlgorithmIdentifier): Breach | null {
  const known = signatureAlgorithms.get(oid);
  if (known === undefined || known.parameters === 'pss' || parameters === null) return null;
  if (known.parameters === 'absent') return ['parameters-present', known.name];
  // RFC 4055 section 5: NULL is required, but every verifier accepts its absence.
  return sameBytes(parameters, explicitNull) ? null : ['parameters-not-null', known.name];
}

/** A key usage that can be read and is not the shortest form of itself: every browser reads it. */
const hasPaddedUsage = ({ extensions, keyUsage }: ParsedCertificate): boolean =>
  keyUsage !== null && extensions.some(({ oid, value }) => oid === extensionIds.keyUsage && hasTrailingZeros(value));

/** Rules for every certificate, whatever its place. */
function commonRules(certificate: ParsedCertificate): Breach[] {
  const { extensions, version, issuer, signatureAlgorithm, innerSignatureAlgorithm, keyUsage } = certificate;
  const ids = extensions.map(({ oid }) => oid);
  const twice = ids.find((oid, index) => ids.indexOf(oid) !== index);
  const named = (oid: string): string => extensionNames.get(oid) ?? oid;
  const wrongParameters = parametersBreach(signatureAlgorithm);
  return [
    ...brokenRules([
      [twice !== undefined, 'extension-twice', named(twice ?? '')],
      [version < 3 && extensions.length > 0, 'extensions-before-v3', version],
      [version < 2 && certificate.uniqueIds, 'unique-ids-in-v1'],
      [issuer.rdns.length === 0, 'issuer-empty'],
      [
        !sameBytes(signatureAlgorithm.der, innerSignatureAlgorithm.der),
        'algorithms-differ',
        signatureAlgorithm.oid,
        innerSignatureAlgorithm.oid,
      ],
      [keyUsage?.length === 0, 'key-usage-empty'],
      [hasPaddedUsage(certificate), 'key-usage-padded'],
    ]),
    ...(wrongParameters === null ? [] : [wrongParameters]),
    ...extensions
      .filter(({ oid, critical }) => critical && neverCritical.has(oid))
      .map(({ oid }): Breach => ['extension-critical', named(oid)]),
  ];
}

const maxSerialOctets = 20;

/** RFC 5280 section 4.1.2.2: positive and at most 20 bytes; a zero byte before the twenty is tolerated. Old roots have the number zero. */
function serialRules({ serialNumber }: ParsedCertificate): Rule[] {
  const length = serialNumber[0] === 0 ? serialNumber.length - 1 : serialNumber.length;
  return [
    [(serialNumber[0] ?? 0) >= 0x80, 'serial-negative'],
    [serialNumber.every((octet) => octet === 0), 'serial-zero'],
    [length > maxSerialOctets, 'serial-long', length, maxSerialOctets],
  ];
}

const keyIdentifierRule = (certificate: ParsedCertificate): Rule => [
  certificate.authorityKeyId?.keyIdentifier === undefined || certificate.authorityKeyId.keyIdentifier === null,
  'authority-key-id-missing',
];

/** Names of a leaf that are none: RFC 5280 section 4.2.1.6. */
function badNames({ subjectAltName }: ParsedCertificate): Breach[] {
  return (subjectAltName ?? []).flatMap((name): Breach[] => {
    // Browsers ignore names whose asterisk is not alone in the left-most label.
    if (name.type === 'dns' && !isPresentableName(name.text.replaceAll('*', 'x')))
      return [['dns-name-invalid', quoted(name.text)]];
    return name.type === 'ip' && !addressLengths.has(name.bytes.length) ? [['address-invalid', name.bytes.length]] : [];
  });
}

function leafRules(certificate: ParsedCertificate, selfSigned: boolean): Breach[] {
  const { basicConstraints, keyUsage, subject, subjectAltName, nameConstraints, version } = certificate;
  const criticalNames = isCritical(certificate, extensionIds.subjectAltName);
  const isCa = basicConstraints?.ca === true;
  return [
    ...brokenRules([
      // openssl x509 -req creates these when no extensions are given; browsers accept them.
      [version < 3, 'leaf-before-v3', version],
      // Chrome rejects CA properties in a certificate that is no CA.
      [!isCa && typeof basicConstraints?.pathLength === 'number', 'leaf-limits-path'],
      [!isCa && keyUsage?.includes('keyCertSign') === true, 'leaf-signs-certificates'],
      [nameConstraints !== null && !isCa, 'leaf-constrains-names'],
      [subjectAltName?.length === 0, 'names-empty'],
      [subjectAltName !== null && criticalNames && subject.rdns.length > 0, 'names-critical'],
      [subject.rdns.length === 0 && !criticalNames, 'subject-empty'],
      ...serialRules(certificate),
      // Older versions have no extensions that could be missing.
      ...(selfSigned || version < 3 ? [] : [keyIdentifierRule(certificate)]),
    ]),
    ...badNames(certificate).slice(0, 3),
  ];
}

/** A leading dot means "below" to every browser and nothing to RFC 5280 section 4.2.1.10. */
const hasDottedConstraint = ({ nameConstraints }: ParsedCertificate): boolean =>
  [...(nameConstraints?.permitted ?? []), ...(nameConstraints?.excluded ?? [])].some(
    (subtree) => subtree.type === 'dns' && subtree.text.startsWith('.'),
  );

/** Rules for every issuer; the requirements of being a CA are a separate problem. */
function authorityRules(certificate: ParsedCertificate): Breach[] {
  const { basicConstraints, policyConstraints, subject } = certificate;
  return brokenRules([
    [subject.rdns.length === 0, 'authority-unnamed'],
    [
      basicConstraints !== null && !isCritical(certificate, extensionIds.basicConstraints),
      'basic-constraints-not-critical',
    ],
    [
      policyConstraints !== null && !isCritical(certificate, extensionIds.policyConstraints),
      'policy-constraints-not-critical',
    ],
    [certificate.policyMappings?.flat().includes(anyPolicy) === true, 'maps-any-policy'],
    [hasDottedConstraint(certificate), 'constraint-dotted'],
  ]);
}

const issuerRules = (certificate: ParsedCertificate): Breach[] => [
  ...authorityRules(certificate),
  ...brokenRules([
    [certificate.subjectKeyId === null, 'subject-key-id-missing'],
    ...serialRules(certificate),
    keyIdentifierRule(certificate),
  ]),
];

/** Baseline Requirements section 7.1.2.1.3: a root's key identifier, if any, names only its own key. */
function rootRules(certificate: ParsedCertificate): Breach[] {
  const { authorityKeyId: authority, subjectKeyId: own } = certificate;
  const named = authority?.keyIdentifier ?? null;
  return [
    ...authorityRules(certificate),
    ...(authority === null || !isSelfIssued(certificate)
      ? []
      : brokenRules([
          [named === null, 'root-authority-key-id-empty'],
          [authority.issuer !== null || authority.serialNumber !== null, 'root-authority-key-id-more'],
          [named !== null && own !== null && !sameBytes(named, own), 'root-authority-key-id-other'],
        ])),
  ];
}

function roleRules(certificate: ParsedCertificate, role: Role, selfSigned: boolean): Breach[] {
  // Older versions have no extensions that could be missing; that they issue is a problem of its own.
  if (role !== 'leaf' && certificate.version < 3) return [];
  if (role === 'leaf') return leafRules(certificate, selfSigned);
  return role === 'root' ? rootRules(certificate) : issuerRules(certificate);
}

/** The SCT list is for logs, not for paths: browsers ignore an unreadable one. */
const harmless: ReadonlySet<string> = new Set([extensionIds.sctList]);

/** Most verifiers do not read it, whatever it contains. */
const seldomRead: ReadonlySet<string> = new Set([extensionIds.tlsFeature]);

/** Browsers cannot normalize such names for comparison (RFC 5280 section 7.1). */
const nameProblems = (certificate: ParsedCertificate): PathProblem[] =>
  (['subject', 'issuer'] as const).flatMap((which) =>
    brokenStrings(certificate[which])
      .slice(0, 2)
      .map((type) => problemOf('name-string-invalid', certificate, which, type)),
  );

/** Profile violations of one certificate at its place; selfSigned: the leaf's own key signed it. */
export function profileProblems(certificate: ParsedCertificate, role: Role, selfSigned: boolean): PathProblem[] {
  const { extensions, unreadable } = certificate;
  const unknown = extensions.filter(({ oid, critical }) => critical && !processed.has(oid) && !neverCritical.has(oid));
  return [
    ...unreadable
      .filter(({ oid }) => !harmless.has(oid))
      .map(({ oid, name, reason }) =>
        problemOf(seldomRead.has(oid) ? 'tls-feature-unreadable' : 'extension-unreadable', certificate, name, reason),
      ),
    ...nameProblems(certificate),
    ...unknown.map(({ oid }) => problemOf('extension-unknown', certificate, extensionNames.get(oid) ?? oid)),
    ...[...commonRules(certificate), ...roleRules(certificate, role, selfSigned)].map(([reason, ...values]) =>
      problemOf(reason, certificate, ...values),
    ),
  ];
}
