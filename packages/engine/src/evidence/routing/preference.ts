import { firstBits } from './prefix.ts';

/** Ranges that clients prefer IPv4 to (RFC 6724 section 2.1): 6to4, Teredo, and what is local; they are not tried first. */
const afterIpv4 = { '2002::': 16, '2001::': 32, 'fc00::': 7, 'fec0::': 10, '::': 96 } as const;

/** What clients get of an IPv6 address of special purpose. */
export function effectOfSpecial(address: string): string {
  const isIn = ([range, bits]: readonly [string, number]): boolean =>
    firstBits(address, bits) === firstBits(range, bits);
  const [range] = Object.entries(afterIpv4).find(isIn) ?? [];
  if (range === undefined) return 'clients with IPv6 try it first and wait';
  const tunnel = range === '2002::' ? '6to4' : range === '2001::' ? 'Teredo' : null;
  if (tunnel === null) return 'clients without IPv4 get no answer, and others may wait for one';
  return `it is reached through relays of ${tunnel} alone, most of which were switched off, so clients without IPv4 get no answer`;
}
