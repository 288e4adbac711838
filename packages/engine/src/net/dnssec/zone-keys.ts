import { decodeDnskey, type Ds, digestedKey } from '@perimeter/protocols/dns/dnssec';
import { compareBytes } from '@perimeter/protocols/bytes';
import type { ResourceRecord } from '@perimeter/protocols/dns/record';
import { digestOf } from './algorithms.ts';
import { decodeAll } from './rrset.ts';

/** Digest type SHA-1, which is ignored beside a stronger one (RFC 4509 section 3). */
export const sha1Digest = 1;

/** True where a DS points to a DNSKEY record of the zone. */
export function matchesDs(record: ResourceRecord, zone: string, ds: Ds): boolean {
  const [key] = decodeAll([record], decodeDnskey);
  if (key === undefined || key.keyTag !== ds.keyTag || key.algorithm !== ds.algorithm) return false;
  const digest = digestOf(ds.digestType, digestedKey(zone, record.rdata));
  return digest !== null && compareBytes(digest, ds.digest) === 0;
}
