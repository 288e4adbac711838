import { parametersProblem } from '../x509/algorithm-identifier.ts';
import { sameBytes } from '../bytes.ts';
import type { ParsedCertificate } from '../x509/certificate.ts';
import { brokenStrings, sameName } from '../x509/distinguished-name.ts';
import { addressLengths } from './constrained-names.ts';
import { isPresentableName } from './names.ts';
import { anyPolicy, extensionIds, extensionNames } from '../x509/object-identifiers.data.ts';
import { type PathProblem, problemOf } from './problems.ts';
import { quoted } from '../x509/visible.ts';

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

/** strict: verifiers that follow the letter refuse it, and browsers do not. */
type Rule = readonly [broken: boolean, detail: string, whom?: 'strict'];

/** A breach of a rule, and who minds. */
interface Breach {
  code: 'profile' | 'strict-profile';
  detail: string;
}

const breachOf = (detail: string, whom?: 'strict'): Breach => ({
  code: whom === 'strict' ? 'strict-profile' : 'profile',
  detail,
});

const brokenRules = (rules: readonly Rule[]): Breach[] =>
  rules.filter(([broken]) => broken).map(([, detail, whom]) => breachOf(detail, whom));

/** Rules for every certificate, whatever its place. */
function commonRules(certificate: ParsedCertificate): Breach[] {
  const { extensions, version, issuer, signatureAlgorithm, innerSignatureAlgorithm, keyUsage } = certificate;
  const ids = extensions.map(({ oid }) => oid);
  const twice = ids.find((oid, index) => ids.indexOf(oid) !== index);
  const named = (oid: string): string => extensionNames.get(oid) ?? oid;
  const wrongParameters = parametersProblem(signatureAlgorithm);
  return [
    ...brokenRules([
      [twice !== undefined, `The extension ${named(twice ?? '')} is there twice`],
      [version < 3 && extensions.length > 0, `A certificate of version ${version} with extensions`],
      [version < 2 && certificate.uniqueIds, 'A certificate of version 1 with unique identifiers'],
      [issuer.rdns.length === 0, 'The issuer is an empty name'],
      [
        !sameBytes(signatureAlgorithm.der, innerSignatureAlgorithm.der),
        `The signature algorithm is ${signatureAlgorithm.oid} outside and ${innerSignatureAlgorithm.oid} inside of what is signed`,
      ],
      [keyUsage?.length === 0, 'keyUsage is there and allows nothing'],
    ]),
    ...(wrongParameters === null ? [] : [breachOf(wrongParameters)]),
    ...extensions
      .filter(({ oid, critical }) => critical && neverCritical.has(oid))
      .map(({ oid }) => breachOf(`The extension ${named(oid)} is critical, which it must not be`, 'strict')),
  ];
}

const maxSerialOctets = 20;

/** RFC 5280 section 4.1.2.2: positive and of 20 octets at most; a zero octet before the twenty is borne. Old roots have the number zero. */
function serialRules({ serialNumber }: ParsedCertificate): Rule[] {
  const length = serialNumber[0] === 0 ? serialNumber.length - 1 : serialNumber.length;
  return [
    [(serialNumber[0] ?? 0) >= 0x80, 'The serial number is negative', 'strict'],
    [serialNumber.every((octet) => octet === 0), 'The serial number is zero', 'strict'],
    [length > maxSerialOctets, `The serial number has ${length} octets, more than ${maxSerialOctets}`, 'strict'],
  ];
}

const keyIdentifierRule = (certificate: ParsedCertificate): Rule => [
  certificate.authorityKeyId?.keyIdentifier === undefined || certificate.authorityKeyId.keyIdentifier === null,
  'authorityKeyIdentifier with a keyIdentifier is missing (RFC 5280 section 4.2.1.1)',
  'strict',
];

/** Names of a leaf that are none: RFC 5280 section 4.2.1.6. */
function badNames({ subjectAltName }: ParsedCertificate): string[] {
  return (subjectAltName ?? []).flatMap((name) => {
    // Where the asterisk stands elsewhere than alone in the left-most label, browsers pass over the name.
    if (name.type === 'dns' && !isPresentableName(name.text.replaceAll('*', 'x')))
      return [`The dNSName ${quoted(name.text)} is no host name`];
    return name.type === 'ip' && !addressLengths.has(name.bytes.length)
      ? [`An iPAddress of ${name.bytes.length} octets`]
      : [];
  });
}

function leafRules(certificate: ParsedCertificate, selfSigned: boolean): Breach[] {
  const { basicConstraints, keyUsage, subject, subjectAltName, nameConstraints, version } = certificate;
  const criticalNames = isCritical(certificate, extensionIds.subjectAltName);
  const isCa = basicConstraints?.ca === true;
  return [
    ...brokenRules([
      // openssl x509 -req makes these where it is told no extensions; browsers take them for what they are.
      [version < 3, `A leaf of version ${version}, not 3`, 'strict'],
      // Who signs his own certificate has to be an authority of a kind; that it is self-signed says it all.
      [isCa && !selfSigned, 'The leaf is an authority (basicConstraints CA:TRUE)', 'strict'],
      [!isCa && keyUsage?.includes('keyCertSign') === true, 'keyUsage allows keyCertSign without CA:TRUE'],
      [nameConstraints !== null && !isCa, 'nameConstraints in a leaf', 'strict'],
      [subjectAltName?.length === 0, 'subjectAltName is an empty list'],
      [
        subjectAltName !== null && criticalNames && subject.rdns.length > 0,
        'subjectAltName is critical although the subject is not empty',
        'strict',
      ],
      [
        subject.rdns.length === 0 && !criticalNames,
        'The subject is empty and no critical subjectAltName stands for it',
        'strict',
      ],
      ...serialRules(certificate),
      // Older versions have no extensions that could be missing.
      ...(selfSigned || version < 3 ? [] : [keyIdentifierRule(certificate)]),
    ]),
    ...badNames(certificate)
      .slice(0, 3)
      .map((detail) => breachOf(detail, 'strict')),
  ];
}

/** A leading dot means "below" to every browser and nothing to RFC 5280 section 4.2.1.10. */
const hasDottedConstraint = ({ nameConstraints }: ParsedCertificate): boolean =>
  [...(nameConstraints?.permitted ?? []), ...(nameConstraints?.excluded ?? [])].some(
    (subtree) => subtree.type === 'dns' && subtree.text.startsWith('.'),
  );

/** Rules for everything that issues; what it takes to be an authority at all is a problem of its own. */
function authorityRules(certificate: ParsedCertificate): Breach[] {
  const { basicConstraints, policyConstraints, subject } = certificate;
  return brokenRules([
    [subject.rdns.length === 0, 'The subject of an authority is empty'],
    [
      basicConstraints !== null && !isCritical(certificate, extensionIds.basicConstraints),
      'basicConstraints of an authority is not critical',
      'strict',
    ],
    [
      policyConstraints !== null && !isCritical(certificate, extensionIds.policyConstraints),
      'policyConstraints is not critical (RFC 5280 section 4.2.1.11)',
      'strict',
    ],
    [
      certificate.policyMappings?.flat().includes(anyPolicy) === true,
      'policyMappings maps anyPolicy (RFC 5280 section 4.2.1.5)',
    ],
    [hasDottedConstraint(certificate), 'A dNSName in nameConstraints begins with a dot', 'strict'],
  ]);
}

const issuerRules = (certificate: ParsedCertificate): Breach[] => [
  ...authorityRules(certificate),
  ...brokenRules([
    [
      certificate.subjectKeyId === null,
      'subjectKeyIdentifier of an authority is missing (RFC 5280 section 4.2.1.2)',
      'strict',
    ],
    ...serialRules(certificate),
    keyIdentifierRule(certificate),
  ]),
];

/** Baseline Requirements section 7.1.2.1.3: a root names its own key and nothing else, if it names anything. */
function rootRules(certificate: ParsedCertificate): Breach[] {
  const { authorityKeyId: authority, subjectKeyId: own } = certificate;
  const named = authority?.keyIdentifier ?? null;
  return [
    ...authorityRules(certificate),
    ...(authority === null || !isSelfIssued(certificate)
      ? []
      : brokenRules([
          [named === null, 'authorityKeyIdentifier of a root without keyIdentifier', 'strict'],
          [
            authority.issuer !== null || authority.serialNumber !== null,
            'authorityKeyIdentifier of a root with issuer or serial number',
            'strict',
          ],
          [
            named !== null && own !== null && !sameBytes(named, own),
            'authorityKeyIdentifier of a root is not its subjectKeyIdentifier',
            'strict',
          ],
        ])),
  ];
}

function roleRules(certificate: ParsedCertificate, role: Role, selfSigned: boolean): Breach[] {
  // Older versions have no extensions that could be missing; that they issue is a problem of its own.
  if (role !== 'leaf' && certificate.version < 3) return [];
  if (role === 'leaf') return leafRules(certificate, selfSigned);
  return role === 'root' ? rootRules(certificate) : issuerRules(certificate);
}

/** The SCT list is for logs, not for paths: browsers pass over one that they cannot read. */
const harmless: ReadonlySet<string> = new Set([extensionIds.sctList]);

/** Most verifiers do not look into it, whatever it holds. */
const seldomRead: ReadonlySet<string> = new Set([extensionIds.tlsFeature]);

/** Browsers cannot bring such names into the form in which they compare them (RFC 5280 section 7.1). */
const nameProblems = (certificate: ParsedCertificate): PathProblem[] =>
  (['subject', 'issuer'] as const).flatMap((which) =>
    brokenStrings(certificate[which])
      .slice(0, 2)
      .map((type) => problemOf('malformed', certificate, `The ${type} of the ${which} is not the string that it says`)),
  );

/** What verifiers find wrong with the make of one certificate in its place; selfSigned: the leaf's own key signed it. */
export function profileProblems(certificate: ParsedCertificate, role: Role, selfSigned: boolean): PathProblem[] {
  const { extensions, unreadable } = certificate;
  const unknown = extensions.filter(({ oid, critical }) => critical && !processed.has(oid) && !neverCritical.has(oid));
  return [
    ...unreadable
      .filter(({ oid }) => !harmless.has(oid))
      .map(({ oid, name, reason }) =>
        problemOf(
          seldomRead.has(oid) ? 'strict-profile' : 'malformed',
          certificate,
          `The extension ${name} cannot be read: ${reason}`,
        ),
      ),
    ...nameProblems(certificate),
    ...unknown.map(({ oid }) =>
      problemOf(
        'critical-extension',
        certificate,
        `The critical extension ${extensionNames.get(oid) ?? oid} is not known`,
      ),
    ),
    ...[...commonRules(certificate), ...roleRules(certificate, role, selfSigned)].map(({ code, detail }) =>
      problemOf(code, certificate, detail),
    ),
  ];
}
