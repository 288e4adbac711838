import { type Dnskey, decodeDnskey } from '@perimeter/protocols/dns/dnssec';
import { internetClass, type ResourceRecord } from '@perimeter/protocols/dns/record';
import { typeCode } from '@perimeter/protocols/dns/types';
import { ProtocolError } from '@perimeter/protocols/protocol-error';

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

/** Tolerated lead of the signer's clock in seconds; the same as in DNSViz. */
export const maxSkewSeconds = 300;
/** Zone key and revoked flags of a DNSKEY (RFC 4034 section 2.1.1, RFC 5011 section 7). */
const [zoneKeyFlag, revokedFlag] = [0x0100, 0x0080];

const signatureType = typeCode('RRSIG');

/** Decodes records; malformed ones are ignored. */
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

/** The set of a name and type among the records of a section, with the signatures that cover it: all of them, since a message ends at 64 KiB. */
export function rrsetOf(section: readonly ResourceRecord[], name: string, type: string): Rrset {
  const code = typeCode(type);
  const here = section.filter((record) => record.class === internetClass && record.name.toLowerCase() === name);
  const signatures = here.filter(({ type: own, rdata }) => own === signatureType && coveredType(rdata) === code);
  const records = here.filter((record) => record.type === code);
  return { name, type, records, signatures };
}

/** The usable keys of a DNSKEY set: zone keys of protocol 3 that are not revoked (RFC 4034 section 2.1, RFC 5011 section 2.1). */
export const zoneKeysOf = (records: readonly ResourceRecord[]): Dnskey[] =>
  decodeAll(records, decodeDnskey).filter(
    ({ flags, protocol }) => (flags & zoneKeyFlag) !== 0 && (flags & revokedFlag) === 0 && protocol === 3,
  );

/** Difference of two times in seconds modulo 2^32 (RFC 4034 section 3.1.5, RFC 1982). */
export const secondsFrom = (earlier: number, later: number): number => (later - earlier) | 0;
