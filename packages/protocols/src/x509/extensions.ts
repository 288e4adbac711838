import { ProtocolError } from '../protocol-error.ts';
import { constructedTag, contextTag, DerReader, tags } from '../der/reader.ts';
import { type GeneralName, readGeneralName } from './general-name.ts';
import { keyUsageBits } from './object-identifiers.data.ts';

export type KeyUsageBit = (typeof keyUsageBits)[number];

/** RFC 5280 section 4.2.1.9. */
export interface BasicConstraints {
  ca: boolean;
  pathLength: number | null;
}

/** One subtree (RFC 5280 section 4.2.1.10); minimum and maximum are refused beyond their defaults. */
export type Subtree = GeneralName;

/** Subtrees, null where the field is absent. */
export interface NameConstraints {
  permitted: Subtree[] | null;
  excluded: Subtree[] | null;
}

/** RFC 5280 section 4.2.1.1. */
export interface AuthorityKeyIdentifier {
  keyIdentifier: Uint8Array | null;
  issuer: GeneralName[] | null;
  serialNumber: Uint8Array | null;
}

/** One AccessDescription (RFC 5280 section 4.2.2.1). */
export interface AccessDescription {
  method: string;
  location: GeneralName;
}

/** RFC 5280 section 4.2.1.11. */
export interface PolicyConstraints {
  requireExplicitPolicy: number | null;
  inhibitPolicyMapping: number | null;
}

/** Larger numbers of certificates than any path has. */
const maxCount = 0x7fff_ffff;

/** Reads an extension's value, which is one SEQUENCE, and makes sure that nothing is left in it or behind it. */
function whole<T>(value: Uint8Array, what: string, read: (sequence: DerReader) => T): T {
  const reader = DerReader.of(value);
  const sequence = reader.enter(tags.sequence, what);
  const result = read(sequence);
  sequence.expectEnd(what);
  reader.expectEnd(what);
  return result;
}

/** cA FALSE may be spelt out, although X.690 section 11.5 leaves a default out: old certificates do, and browsers accept it. */
export const decodeBasicConstraints = (value: Uint8Array): BasicConstraints =>
  whole(value, 'basicConstraints', (sequence) => {
    const ca = sequence.nextTag === tags.boolean && sequence.boolean('cA');
    const pathLength = sequence.done ? null : sequence.small('pathLenConstraint', maxCount);
    return { ca, pathLength };
  });

/** True where the last bit that a BIT STRING holds is a zero, which a named bit list leaves out (X.690 section 11.2.2). */
export function hasTrailingZeros(value: Uint8Array): boolean {
  const { bytes, unusedBits } = DerReader.of(value).bitString('keyUsage');
  return bytes.length > 0 && (((bytes.at(-1) ?? 0) >> unusedBits) & 1) === 0;
}

/** Names of the bits that are set, in their order. */
export function decodeKeyUsage(value: Uint8Array): KeyUsageBit[] {
  const reader = DerReader.of(value);
  const { bytes } = reader.bitString('keyUsage');
  reader.expectEnd('keyUsage');
  return keyUsageBits.filter((_, bit) => ((bytes[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0);
}

/** OIDs of the purposes. */
export const decodeExtendedKeyUsage = (value: Uint8Array): string[] =>
  whole(value, 'extendedKeyUsage', (sequence) =>
    sequence.list((reader) => reader.objectIdentifier('A key purpose'), 'extendedKeyUsage'),
  );

/** GeneralNames; an empty list is returned as it is, because verifiers treat it differently. */
export const decodeGeneralNames = (value: Uint8Array, what: string): GeneralName[] =>
  whole(value, what, (sequence) =>
    sequence.list((reader) => readGeneralName(reader, `A name in ${what}`), what, false),
  );

function readSubtree(reader: DerReader): Subtree {
  const subtree = reader.enter(tags.sequence, 'A subtree');
  const base = readGeneralName(subtree, 'The base of a subtree');
  // RFC 5280 section 4.2.1.10: minimum is 0, which is its default and so not encoded, and maximum is absent.
  subtree.expectEnd('A subtree without minimum and maximum');
  return base;
}

const readSubtrees = (sequence: DerReader, tag: number): Subtree[] | null =>
  sequence.optional(tag, 'nameConstraints')?.list(readSubtree, 'A list of subtrees') ?? null;

export const decodeNameConstraints = (value: Uint8Array): NameConstraints =>
  whole(value, 'nameConstraints', (sequence) => {
    const permitted = readSubtrees(sequence, constructedTag(0));
    const excluded = readSubtrees(sequence, constructedTag(1));
    // RFC 5280 section 4.2.1.10: an empty sequence is no constraint.
    if (permitted === null && excluded === null)
      throw new ProtocolError('name-constraints-empty-sequence', sequence.offset);
    return { permitted, excluded };
  });

/** OIDs of the policies; qualifiers are walked over. */
export const decodePolicies = (value: Uint8Array): string[] =>
  whole(value, 'certificatePolicies', (sequence) =>
    sequence.list((reader) => {
      const policy = reader.enter(tags.sequence, 'A policy');
      const oid = policy.objectIdentifier('A policy');
      policy.optional(tags.sequence, 'Policy qualifiers')?.list((one) => one.any(), 'A list of policy qualifiers');
      policy.expectEnd('A policy');
      return oid;
    }, 'certificatePolicies'),
  );

export const decodePolicyConstraints = (value: Uint8Array): PolicyConstraints =>
  whole(value, 'policyConstraints', (sequence) => {
    const at = sequence.offset;
    const field = (number: number, what: string): number | null =>
      sequence.nextTag === contextTag(number) ? sequence.small(what, maxCount, contextTag(number)) : null;
    const requireExplicitPolicy = field(0, 'requireExplicitPolicy');
    const inhibitPolicyMapping = field(1, 'inhibitPolicyMapping');
    if (requireExplicitPolicy === null && inhibitPolicyMapping === null)
      throw new ProtocolError('policy-constraints-empty-sequence', at);
    return { requireExplicitPolicy, inhibitPolicyMapping };
  });

/** Pairs of issuerDomainPolicy and subjectDomainPolicy. */
export const decodePolicyMappings = (value: Uint8Array): [string, string][] =>
  whole(value, 'policyMappings', (sequence) =>
    sequence.list((reader): [string, string] => {
      const pair = reader.enter(tags.sequence, 'A policy mapping');
      const from = pair.objectIdentifier('issuerDomainPolicy');
      const to = pair.objectIdentifier('subjectDomainPolicy');
      pair.expectEnd('A policy mapping');
      return [from, to];
    }, 'policyMappings'),
  );

export function decodeInhibitAnyPolicy(value: Uint8Array): number {
  const reader = DerReader.of(value);
  const skip = reader.small('inhibitAnyPolicy', maxCount);
  reader.expectEnd('inhibitAnyPolicy');
  return skip;
}

export const decodeAuthorityKeyIdentifier = (value: Uint8Array): AuthorityKeyIdentifier =>
  whole(value, 'authorityKeyIdentifier', (sequence) => {
    const keyTag = contextTag(0);
    const serialTag = contextTag(2);
    const keyIdentifier = sequence.nextTag === keyTag ? sequence.octetString('keyIdentifier', keyTag) : null;
    const issuer = sequence
      .optional(constructedTag(1), 'authorityCertIssuer')
      ?.list((reader) => readGeneralName(reader, 'authorityCertIssuer'), 'authorityCertIssuer');
    const serialNumber =
      sequence.nextTag === serialTag ? sequence.integer('authorityCertSerialNumber', serialTag) : null;
    return { keyIdentifier, issuer: issuer ?? null, serialNumber };
  });

/** An OCTET STRING and nothing more: subjectKeyIdentifier and the SCT list. */
export function decodeOctetString(value: Uint8Array, what: string): Uint8Array {
  const reader = DerReader.of(value);
  const octets = reader.octetString(what);
  reader.expectEnd(what);
  return octets;
}

export const decodeAccessDescriptions = (value: Uint8Array, what: string): AccessDescription[] =>
  whole(value, what, (sequence) =>
    sequence.list((reader) => {
      const description = reader.enter(tags.sequence, 'An access description');
      const method = description.objectIdentifier('accessMethod');
      const location = readGeneralName(description, 'accessLocation');
      description.expectEnd('An access description');
      return { method, location };
    }, what),
  );

/** DistributionPointName: names, or one name relative to the issuer's, which leads to no CRL that we could fetch. */
function readPointName(choice: DerReader): GeneralName[] {
  const full = choice.optional(constructedTag(0), 'fullName');
  const names = full?.list((one) => readGeneralName(one, 'fullName'), 'fullName') ?? [];
  if (full === null) choice.enter(constructedTag(1), 'nameRelativeToCRLIssuer');
  choice.expectEnd('distributionPoint');
  return names;
}

function readDistributionPoint(reader: DerReader): GeneralName[] {
  const point = reader.enter(tags.sequence, 'A distribution point');
  const at = point.offset;
  const name = point.optional(constructedTag(0), 'distributionPoint');
  const names = name === null ? [] : readPointName(name);
  const reasons = contextTag(1);
  if (point.nextTag === reasons) point.bitString('reasons', reasons);
  const issuer = point.optional(constructedTag(2), 'cRLIssuer');
  issuer?.list((one) => readGeneralName(one, 'cRLIssuer'), 'cRLIssuer');
  point.expectEnd('A distribution point');
  // RFC 5280 section 4.2.1.13: reasons alone are no distribution point.
  if (name === null && issuer === null) throw new ProtocolError('distribution-point-without-name', at);
  return names;
}

/** Names under which the whole CRLs are found. */
export const decodeDistributionPoints = (value: Uint8Array): GeneralName[] =>
  whole(value, 'cRLDistributionPoints', (sequence) =>
    sequence.list(readDistributionPoint, 'cRLDistributionPoints').flat(),
  );

/** TLS extension types that the server promises to serve (RFC 7633 section 4.1). */
export const decodeTlsFeature = (value: Uint8Array): number[] =>
  whole(value, 'tlsFeature', (sequence) =>
    sequence.list((reader) => reader.small('A TLS feature', 0xffff), 'tlsFeature', false),
  );
