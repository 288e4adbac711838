import { decodeDnskey, decodeDs, type Ds, digestedKey } from '@perimeter/protocols/dns/dnssec';
import { compareBytes } from '@perimeter/protocols/bytes';
import type { ResourceRecord } from '@perimeter/protocols/dns/record';
import { typeCode } from '@perimeter/protocols/dns/types';
import type { DnssecStep } from '../../evidence/dns/schema.ts';
import { digestOf, isKnownAlgorithm, isKnownDigest } from './algorithms.ts';
import { decodeAll, type Rrset, type RrsetVerdict, type SignedZone, verifyRrset, zoneKeysOf } from './rrset.ts';

/** Digest type SHA-1, which does not count beside a stronger one (RFC 4509 section 3). */
export const sha1Digest = 1;

/** DS records and keys that are compared with each other; honest zones have fewer than ten of each. */
const maxCompared = 24;

/** True where a DS points to a DNSKEY record of the zone. */
export function matchesDs(record: ResourceRecord, zone: string, ds: Ds): boolean {
  const [key] = decodeAll([record], decodeDnskey);
  if (key === undefined || key.keyTag !== ds.keyTag || key.algorithm !== ds.algorithm) return false;
  const digest = digestOf(ds.digestType, digestedKey(zone, record.rdata));
  return digest !== null && compareBytes(digest, ds.digest) === 0;
}

/** The DS records that count: of algorithms and digests that are verified here, the strongest digests only. */
function usableDs(records: readonly ResourceRecord[]): Ds[] {
  const known = decodeAll(records, decodeDs).filter(
    (ds) => isKnownAlgorithm(ds.algorithm) && isKnownDigest(ds.digestType),
  );
  const strong = known.filter(({ digestType }) => digestType !== sha1Digest);
  return (strong.length > 0 ? strong : known).slice(0, maxCompared);
}

/**
 * Trusts a zone's DNSKEY set where a key that its DS records (or anchors, which may be keys) point to has
 * signed it (RFC 4035 section 5.2).
 */
export function trustKeys(
  rrset: Rrset,
  pointers: readonly ResourceRecord[],
  nowSeconds: number,
): { keys: SignedZone; verdict: RrsetVerdict & Pick<DnssecStep, 'entryKeys'> } {
  const { name } = rrset;
  const keyPointers = pointers.filter(({ type }) => type === typeCode('DNSKEY'));
  const ds = usableDs(pointers.filter(({ type }) => type === typeCode('DS')));
  const keys: SignedZone = { name, keys: zoneKeysOf(rrset.records) };
  if (ds.length === 0 && keyPointers.length === 0) {
    return { keys, verdict: { status: 'indeterminate', reason: 'unsupported-ds' } };
  }
  if (rrset.records.length === 0) return { keys, verdict: { status: 'bogus', reason: 'dnskey-missing' } };
  const pointedAt = rrset.records
    .slice(0, maxCompared)
    .filter(
      (record) =>
        ds.some((pointer) => matchesDs(record, name, pointer)) ||
        keyPointers.some(({ rdata }) => compareBytes(rdata, record.rdata) === 0),
    );
  const entryKeys = zoneKeysOf(pointedAt);
  if (entryKeys.length === 0) return { keys, verdict: { status: 'bogus', reason: 'dnskey-mismatch' } };
  const verdict = verifyRrset(rrset, { name, keys: entryKeys }, nowSeconds);
  if (verdict.status !== 'secure') return { keys, verdict };
  return {
    keys,
    verdict: { ...verdict, entryKeys: entryKeys.map(({ algorithm, keyTag }) => ({ algorithm, keyTag })) },
  };
}
