import { parseIpv6 } from '@perimeter/protocols/dns/address';
import { ProtocolError } from '@perimeter/protocols/protocol-error';

const hexGroups = (bytes: Uint8Array): string[] =>
  [0, 2, 4].map((at) => ((bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0)).toString(16));

/** The smallest network that is routed globally: /24 of IPv4, /48 of IPv6; the address itself where it cannot be read. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  try {
    return `${hexGroups(parseIpv6(address)).join(':')}::/48`;
  } catch (error) {
    if (error instanceof ProtocolError) return address;
    throw error;
  }
}
