import { parseIpv4, parseIpv6, printIpv4, printIpv6 } from '../dns/address.ts';
import { toHex } from '../bytes.ts';
import type { AddressRange } from './terms.ts';

/** The address of a mail client in the forms that SPF compares and writes. */
export interface SpfClient {
  family: 4 | 6;
  bytes: Uint8Array;
  /** The type of the records that hold addresses of its family. */
  type: 'A' | 'AAAA';
  /** The macro i: dotted decimals, or 32 nibbles with dots. */
  dotted: string;
  /** The macro c: as people write it. */
  readable: string;
  /** The macro v. */
  arpa: 'in-addr' | 'ip6';
}

/** RFC 4291 section 2.5.5.2: an IPv4 address in IPv6 form is judged as IPv4 (RFC 7208 section 5). */
const isMapped = (bytes: Uint8Array): boolean =>
  bytes.subarray(0, 10).every((octet) => octet === 0) && bytes[10] === 0xff && bytes[11] === 0xff;

function ipv4Client(bytes: Uint8Array): SpfClient {
  const readable = printIpv4(bytes);
  return { family: 4, bytes, type: 'A', dotted: readable, readable, arpa: 'in-addr' };
}

/** Reads an address; throws ProtocolError. */
export function parseClient(address: string): SpfClient {
  if (!address.includes(':')) return ipv4Client(parseIpv4(address));
  const bytes = parseIpv6(address);
  if (isMapped(bytes)) return ipv4Client(bytes.slice(12));
  const dotted = [...toHex(bytes)].join('.');
  return { family: 6, bytes, type: 'AAAA', dotted, readable: printIpv6(bytes), arpa: 'ip6' };
}

/** The name under which the PTR records of a client stand. */
export const reverseName = (client: SpfClient): string =>
  `${client.dotted.split('.').toReversed().join('.')}.${client.arpa}.arpa`;

/** True where the first bits of the client are those of the range. */
export function isWithin({ bytes }: SpfClient, { address, bits }: AddressRange): boolean {
  if (bytes.length !== address.length) return false;
  return address.every((octet, index) => {
    const left = Math.min(8, Math.max(0, bits - 8 * index));
    return octet >> (8 - left) === (bytes[index] ?? 0) >> (8 - left);
  });
}
