import { parseIpv4, parseIpv6 } from '@perimeter/protocols/dns/address';
import { ProtocolError } from '@perimeter/protocols/protocol-error';

/** The family of an address by its spelling. */
export const addressFamily = (address: string): 4 | 6 => (address.includes(':') ? 6 : 4);

/** The length of a prefix. */
export const lengthIn = (prefix: string): number => Number(prefix.slice(prefix.lastIndexOf('/') + 1));

/** The first bits of an address as digits 0 and 1; null where the text is no address. */
export function firstBits(address: string, bits: number): string | null {
  try {
    const bytes = addressFamily(address) === 6 ? parseIpv6(address) : parseIpv4(address);
    return [...bytes]
      .map((byte) => byte.toString(2).padStart(8, '0'))
      .join('')
      .slice(0, bits);
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}

/** The name of an address in the reverse zone (RFC 1035 section 3.5, RFC 3596 section 2.5) or in a block list (RFC 5782); null where the text is no address. */
export function reversedAddress(address: string): string | null {
  if (addressFamily(address) === 4) return firstBits(address, 32) && address.split('.').toReversed().join('.');
  const bits = firstBits(address, 128);
  const nibbles = bits?.match(/[01]{4}/g)?.map((digits) => Number.parseInt(digits, 2).toString(16));
  return nibbles?.toReversed().join('.') ?? null;
}

/** The name that is asked for the reverse name of an address. */
export const reverseNameOf = (address: string): string | null => {
  const reversed = reversedAddress(address);
  return reversed === null ? null : `${reversed}.${addressFamily(address) === 4 ? 'in-addr.arpa' : 'ip6.arpa'}`;
};
