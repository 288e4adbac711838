import { type Dnskey, decodeDnskey, decodeRrsig, type Rrsig, signedData } from '@perimeter/protocols/dns/dnssec';
import { labelsOf } from '@perimeter/protocols/dns/name';
import { internetClass, type ResourceRecord } from '@perimeter/protocols/dns/record';
import { typeCode } from '@perimeter/protocols/dns/types';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import type { DnssecStep } from '../../evidence/dns/schema.ts';
import { isKnownAlgorithm, verifiesWith } from './algorithms.ts';

/** What verifying one set of records came to, as a step of the chain says it. */
export interface RrsetVerdict extends Pick<DnssecStep, 'reason' | 'zone' | 'signature'> {
  status: 'secure' | 'bogus' | 'indeterminate';
}

/** A zone whose keys are trusted. */
export interface SignedZone {
  name: string;
  keys: readonly Dnskey[];
}

/** Records of one name and type and the signatures that cover them. */
export interface Rrset {
  name: string;
  type: string;
  records: readonly ResourceRecord[];
  signatures: readonly ResourceRecord[];
}

/** Pairs of signature and key that are tried for one set: honest zones need two or three, an attack on key tags needs many (CVE-2023-50387). */
const maxVerifications = 8;
/** Records of a set that are looked at: a set with more of them then has no good signature, which costs less than checking it. */
const maxRecords = 256;
/** How far ahead of us the signer's clock may be; DNSViz allows the same. */
export const maxSkewSeconds = 300;
/** Zone key and revoked flags of a DNSKEY (RFC 4034 section 2.1.1, RFC 5011 section 7). */
const [zoneKeyFlag, revokedFlag] = [0x0100, 0x0080];

const signatureType = typeCode('RRSIG');

/** Decodes what can be decoded; malformed records are as good as absent. */
export function decodeAll<T>(records: readonly ResourceRecord[], decode: (rdata: Uint8Array) => T): T[] {
  return records.flatMap(({ rdata }) => {
    try {
      return [decode(rdata)];
    } catch (error) {
      if (error instanceof ProtocolError) return [];
      throw error;
    }
  });
}

/** The type that a signature covers, its first two octets. */
const coveredType = ([high = 0, low = 0]: Uint8Array): number => high * 256 + low;

/** The set of a name and type among the records of a section, with the signatures that cover it; cut off at a bound. */
export function rrsetOf(section: readonly ResourceRecord[], name: string, type: string): Rrset {
  const code = typeCode(type);
  const here = section.filter((record) => record.class === internetClass && record.name.toLowerCase() === name);
  const signatures = here.filter(({ type: own, rdata }) => own === signatureType && coveredType(rdata) === code);
  const records = here.filter((record) => record.type === code);
  return { name, type, records: records.slice(0, maxRecords), signatures: signatures.slice(0, maxRecords) };
}

/** The usable keys of a DNSKEY set: zone keys of protocol 3 that are not revoked (RFC 4034 section 2.1, RFC 5011 section 2.1). */
export const zoneKeysOf = (records: readonly ResourceRecord[]): Dnskey[] =>
  decodeAll(records, decodeDnskey).filter(
    ({ flags, protocol }) => (flags & zoneKeyFlag) !== 0 && (flags & revokedFlag) === 0 && protocol === 3,
  );

/** Difference of two times in seconds modulo 2^32 (RFC 4034 section 3.1.5, RFC 1982). */
export const secondsFrom = (earlier: number, later: number): number => (later - earlier) | 0;

/** What is wrong with a signature before any arithmetic is done; null if nothing (RFC 4035 section 5.3.1). */
function problemOf(signature: Rrsig, rrset: Rrset, zone: SignedZone, nowSeconds: number): DnssecStep['reason'] | null {
  if (signature.signer !== zone.name) return 'wrong-signer';
  if (signature.labels > labelsOf(rrset.name).filter((label) => label !== '*').length) return 'too-many-labels';
  if (secondsFrom(signature.expiration, nowSeconds) > 0) return 'expired';
  if (secondsFrom(nowSeconds, signature.inception) > maxSkewSeconds) return 'not-yet-valid';
  return null;
}

type Arithmetic = Pick<RrsetVerdict, 'status' | 'reason'>;

function verifyOne(signature: Rrsig, rrset: Rrset, keys: readonly Dnskey[]): Arithmetic {
  if (!isKnownAlgorithm(signature.algorithm)) return { status: 'indeterminate', reason: 'unknown-algorithm' };
  if (keys.length === 0) return { status: 'bogus', reason: 'unknown-key' };
  const data = signedData(signature, rrset.records);
  return keys.some((key) => verifiesWith(key, data, signature.signature))
    ? { status: 'secure', reason: 'signed' }
    : { status: 'bogus', reason: 'bad-signature' };
}

const shownOf = ({ algorithm, keyTag, signer, inception, expiration }: Rrsig): DnssecStep['signature'] => ({
  algorithm,
  keyTag,
  signer,
  inception,
  expiration,
});

/** Verifies a set of records against the keys of the zone that must have signed it; one good signature is enough (RFC 4035 section 5.3.3). */
export function verifyRrset(rrset: Rrset, zone: SignedZone, nowSeconds: number): RrsetVerdict {
  let left = maxVerifications;
  const verdicts: RrsetVerdict[] = [];
  for (const signature of decodeAll(rrset.signatures, decodeRrsig)) {
    const problem = problemOf(signature, rrset, zone, nowSeconds);
    const keys = zone.keys.filter(
      ({ keyTag, algorithm }) => keyTag === signature.keyTag && algorithm === signature.algorithm,
    );
    const tried = keys.slice(0, left);
    const result: Arithmetic =
      problem === null ? verifyOne(signature, rrset, tried) : { status: 'bogus', reason: problem };
    const verdict: RrsetVerdict = { ...result, zone: zone.name, signature: shownOf(signature) };
    if (verdict.status === 'secure') return verdict;
    if (problem === null) left -= tried.length;
    verdicts.push(verdict);
    if (left <= 0) break;
  }
  const unsure = verdicts.find(({ status }) => status === 'indeterminate');
  return unsure ?? verdicts[0] ?? { status: 'bogus', reason: 'unsigned', zone: zone.name };
}
