import { compareBytes } from '@perimeter/protocols/bytes';
import { decodeDs, type Ds } from '@perimeter/protocols/dns/dnssec';
import type { ResourceRecord } from '@perimeter/protocols/dns/record';
import { typeCode } from '@perimeter/protocols/dns/types';
import { isKnownAlgorithm, isKnownDigest } from '../algorithms.ts';
import { decodeAll, zoneKeysOf, type Rrset, type SignedZone } from '../rrset.ts';
import { matchesDs, sha1Digest } from '../zone-keys.ts';
import type { Judging } from './inquiry.ts';
import { judgeSet, type JudgedSet } from './record-set.ts';
import { bogus, capped, insecure, type JudgedSecurity } from './security.ts';

/** Most DS records and keys that are compared; honest zones have fewer than ten of each. */
const [mostPointers, mostKeys] = [16, 24];
/** RFC 9905 section 2: operators treat signatures with SHA-1 as unsigned. */
const sha1Algorithms = new Set([5, 7]);

/** DS records of a delegation, or trust anchors of a zone. */
interface Pointers {
  ds: readonly Ds[];
  keys: readonly ResourceRecord[];
}

/** The supported DS records, or why the zone counts as unsigned (RFC 4035 section 5.2). */
function usablePointers(records: readonly ResourceRecord[]): Pointers | JudgedSecurity {
  const keys = records.filter(({ type }) => type === typeCode('DNSKEY'));
  const all = decodeAll(
    records.filter(({ type }) => type === typeCode('DS')),
    decodeDs,
  );
  const known = all.filter(({ algorithm }) => isKnownAlgorithm(algorithm));
  const usable = known.filter(({ digestType }) => isKnownDigest(digestType));
  if (usable.length === 0 && keys.length === 0)
    return insecure(known.length === 0 ? 'unsupported-algorithm' : 'unsupported-digest');
  const strong = usable.filter(({ digestType }) => digestType !== sha1Digest);
  return { ds: strong.length > 0 ? strong : usable, keys };
}

/** A zone's judged DNSKEY set; its keys count only if it is secure. */
export interface JudgedKeys extends JudgedSet {
  zone: SignedZone;
  /** Keys with a matching DS or anchor. */
  entryKeys: readonly { algorithm: number; keyTag: number }[];
  /** The judgement of operators that follow RFC 9905. */
  effective: JudgedSecurity;
}

/** Judges a zone's DNSKEY set by its DS records, or by anchors, which may be keys. */
export function judgeKeys(rrset: Rrset, pointers: readonly ResourceRecord[], judging: Judging): JudgedKeys {
  const zone: SignedZone = { name: rrset.name, keys: zoneKeysOf(rrset.records.slice(0, mostKeys)) };
  const ended = (judged: JudgedSecurity): JudgedKeys => ({
    ...judged,
    signature: null,
    zone,
    entryKeys: [],
    effective: judged,
  });
  const usable = usablePointers(pointers);
  if ('security' in usable) return ended(usable);
  if (rrset.records.length === 0) return ended(bogus('key-missing'));
  const { ds, keys } = usable;
  const compared = rrset.records.slice(0, mostKeys);
  const pointedAt = compared.filter(
    (record) =>
      ds.slice(0, mostPointers).some((one) => matchesDs(record, zone.name, one)) ||
      keys.some(({ rdata }) => compareBytes(rdata, record.rdata) === 0),
  );
  const entryKeys = zoneKeysOf(pointedAt);
  const isCut = ds.length > mostPointers || rrset.records.length > mostKeys;
  if (entryKeys.length === 0) return ended(isCut ? capped : bogus('ds-mismatch'));
  const judged = judgeSet(rrset, { name: zone.name, keys: entryKeys }, judging);
  const restsOnSha1 =
    keys.length === 0 &&
    ds.every(({ algorithm, digestType }) => sha1Algorithms.has(algorithm) || digestType === sha1Digest);
  const effective =
    judged.security === 'secure' && restsOnSha1
      ? insecure(
          ds.every(({ digestType }) => digestType === sha1Digest) ? 'unsupported-digest' : 'unsupported-algorithm',
        )
      : judged;
  const shownKeys = entryKeys.map(({ algorithm, keyTag }) => ({ algorithm, keyTag }));
  return {
    ...judged,
    zone,
    entryKeys: shownKeys,
    effective: { security: effective.security, reason: effective.reason },
  };
}
