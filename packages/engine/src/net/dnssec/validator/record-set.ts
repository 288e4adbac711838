import { decodeRrsig, signedData, type Dnskey, type Rrsig } from '@perimeter/protocols/dns/dnssec';
import { labelsOf } from '@perimeter/protocols/dns/name';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { isBeyondLimits, isKnownAlgorithm } from '../algorithms.ts';
import { decodeAll, maxSkewSeconds, secondsFrom, type Rrset, type SignedZone } from '../rrset.ts';
import type { SecurityReason } from '../../../evidence/dns/schema.ts';
import type { Judging } from './inquiry.ts';
import { bogus, capped, secure, type JudgedSecurity, type ProofStep, type ShownDenial } from './security.ts';
import type { Work } from './work.ts';

/** A set of records, judged, and the signature that decided. */
export interface JudgedSet extends JudgedSecurity {
  signature: Rrsig | null;
  /** For records from a wildcard: the proof that no closer name exists. */
  denial?: ShownDenial;
}

/** The deciding signature, without its signature bytes. */
export const shownOf = ({ signature }: JudgedSet): ProofStep['signature'] => {
  if (signature === null) return null;
  const { signature: _octets, ...shown } = signature;
  return shown;
};

/** Most verifications per set and key tag: honest zones need two or three. */
const mostPerSet = 8;
const mostKeysPerTag = 4;
/** Labels of an owner name as signatures count them: without a leading star (RFC 4034 section 3.1.3). */
export const countedLabels = (name: string): number => {
  const labels = labelsOf(name);
  return labels[0] === '*' ? labels.length - 1 : labels.length;
};

/** True where a signature applies to the set (RFC 4035 section 5.3.1). */
const belongs = (signature: Rrsig, { name }: Rrset, zone: SignedZone): boolean =>
  signature.signer === zone.name && signature.labels <= countedLabels(name) && isKnownAlgorithm(signature.algorithm);

function timeProblem({ inception, expiration }: Rrsig, nowSeconds: number): SecurityReason | null {
  if (secondsFrom(expiration, nowSeconds) > 0) return 'rrsig-expired';
  return secondsFrom(nowSeconds, inception) > maxSkewSeconds ? 'rrsig-not-yet' : null;
}

/** The signed data; null where a record has no canonical form. */
function signedOctets(signature: Rrsig, { records }: Rrset): Uint8Array | null {
  try {
    return signedData(signature, records);
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}

/** A signature by an unsupported key leaves the set indeterminate. */
function tryKeys(signature: Rrsig, rrset: Rrset, keys: readonly Dnskey[], work: Work): JudgedSecurity {
  const usable = keys.filter((key) => !isBeyondLimits(key));
  if (usable.length === 0) return keys.length > 0 ? capped : bogus('rrsig-invalid');
  const data = signedOctets(signature, rrset);
  if (data === null) return bogus('rrsig-invalid');
  for (const key of usable) {
    const verifies = work.verify(key, data, signature.signature);
    if (verifies === null) return capped;
    if (verifies) return secure;
  }
  return usable.length < keys.length ? capped : bogus('rrsig-invalid');
}

/** Causes before consequences: a set whose only signature has expired is reported as expired, not as unsigned. */
const worstFirst: readonly SecurityReason[] = [
  'capped',
  'rrsig-invalid',
  'rrsig-expired',
  'rrsig-not-yet',
  'rrsig-missing',
];

/** Verifies a set against the keys of the zone that holds it; one good signature is enough (RFC 4035 section 5.3.3). */
export function judgeSet(rrset: Rrset, zone: SignedZone, { nowSeconds, work }: Judging): JudgedSet {
  const found: JudgedSet[] = [];
  let left = mostPerSet;
  for (const signature of decodeAll(rrset.signatures, decodeRrsig).filter((one) => belongs(one, rrset, zone))) {
    const problem = timeProblem(signature, nowSeconds);
    const keys = zone.keys
      .filter(({ keyTag, algorithm }) => keyTag === signature.keyTag && algorithm === signature.algorithm)
      .slice(0, Math.min(left, mostKeysPerTag));
    const judged = problem === null ? tryKeys(signature, rrset, keys, work) : bogus(problem);
    if (judged.security === 'secure') return { ...judged, signature };
    if (problem === null) left -= keys.length;
    found.push({ ...judged, signature });
    if (left <= 0) return { ...capped, signature };
  }
  for (const reason of worstFirst) {
    const judged = found.find((one) => one.reason === reason);
    if (judged !== undefined) return judged;
  }
  return { ...bogus('rrsig-missing'), signature: null };
}

/** True where the records came from a wildcard: the signature counts fewer labels than the name (RFC 4035 section 5.3.2). */
export const isExpanded = ({ name }: Rrset, { signature }: JudgedSet): boolean =>
  signature !== null && signature.labels < countedLabels(name);
