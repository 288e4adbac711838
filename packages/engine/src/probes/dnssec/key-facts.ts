import { toUpperHex } from '@perimeter/protocols/dns/encodings';
import { decodeDnskey, decodeDs, type Dnskey } from '@perimeter/protocols/dns/dnssec';
import type { ResourceRecord } from '@perimeter/protocols/dns/record';
import type { DsFacts, KeyFacts } from '../../evidence/dnssec/schema.ts';
import { rsaKeyOf } from '../../net/dnssec/algorithms.ts';
import { decodeAll } from '../../net/dnssec/rrset.ts';
import { matchesDs } from '../../net/dnssec/zone-keys.ts';
import { weaknessOf } from '../../pki/facts/weak-keys.ts';

const bitsOf = (octets: Uint8Array): number => {
  const first = octets.findIndex((octet) => octet !== 0);
  return first < 0 ? 0 : (octets.length - first) * 8 - Math.clz32(octets[first] ?? 0) + 24;
};

/** An exponent in decimal; oversized ones by their length. */
const exponentText = (octets: Uint8Array): string =>
  octets.length > 8 ? `${bitsOf(octets)} bits` : BigInt(`0x${toUpperHex(octets) || '0'}`).toString();

function factsOf(key: Dnskey, isEntry: boolean): KeyFacts {
  const { flags, algorithm, keyTag } = key;
  const rsa = rsaKeyOf(key);
  return {
    flags,
    algorithm,
    keyTag,
    rsa: rsa === null ? null : { bits: bitsOf(rsa.modulus), exponent: exponentText(rsa.exponent) },
    weakness: rsa === null ? null : weaknessOf(rsa.modulus),
    isEntry,
  };
}

const byTag = (a: { keyTag: number }, b: { keyTag: number }): number => a.keyTag - b.keyTag;

/** The keys of a zone, with those that its DS records match. */
export const keyFactsOf = (
  zone: string,
  records: readonly ResourceRecord[],
  ds: readonly ResourceRecord[],
): KeyFacts[] =>
  records
    .flatMap((record) => {
      const pointed = decodeAll(ds, decodeDs).some((one) => matchesDs(record, zone, one));
      return decodeAll([record], decodeDnskey).map((key) => factsOf(key, pointed));
    })
    .toSorted(byTag);

/** The DS records of a zone, with whether a key matches. */
export const dsFactsOf = (zone: string, ds: readonly ResourceRecord[], keys: readonly ResourceRecord[]): DsFacts[] =>
  decodeAll(ds, decodeDs)
    .map((one) => ({
      keyTag: one.keyTag,
      algorithm: one.algorithm,
      digestType: one.digestType,
      digest: toUpperHex(one.digest),
      matches: keys.some((record) => matchesDs(record, zone, one)),
    }))
    .toSorted((a, b) => byTag(a, b) || a.digestType - b.digestType);
