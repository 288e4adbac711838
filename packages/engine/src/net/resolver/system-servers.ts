import { getServers } from 'node:dns';
import { isIP } from 'node:net';
import type { ResolverAddress } from './attempt.ts';

const dnsPort = 53;

/** Parses what node:dns prints: an address, or address:port for ports other than 53, IPv6 in brackets. */
export function readServer(text: string): ResolverAddress | null {
  if (isIP(text) !== 0) return { address: text, port: dnsPort };
  const [, address = '', port = ''] = /^\[?([^\]]+)\]?:(\d{1,5})$/.exec(text) ?? [];
  return isIP(address) === 0 ? null : { address, port: Number(port) };
}

/** The machine's resolvers, from /etc/resolv.conf or the platform's equivalent. */
export function systemServers(): ResolverAddress[] {
  return getServers().flatMap((text) => readServer(text) ?? []);
}
