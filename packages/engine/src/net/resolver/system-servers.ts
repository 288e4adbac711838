import { getServers } from 'node:dns';
import { isIP } from 'node:net';
import type { ResolverAddress } from './attempt.ts';

const dnsPort = 53;

/** Reads what node:dns prints: an address, or with another port than 53 address:port, IPv6 in brackets. */
export function readServer(text: string): ResolverAddress | null {
  if (isIP(text) !== 0) return { address: text, port: dnsPort };
  const [, address = '', port = ''] = /^\[?([^\]]+)\]?:(\d{1,5})$/.exec(text) ?? [];
  return isIP(address) === 0 ? null : { address, port: Number(port) };
}

/** The machine's resolvers, from /etc/resolv.conf or what stands for it there. */
export function systemServers(): ResolverAddress[] {
  return getServers().flatMap((text) => readServer(text) ?? []);
}
