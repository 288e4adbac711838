import { isIP, isIPv4 } from 'node:net';

/** Eight groups of a valid IPv6 address without a zone, as RFC 5952 writes each. */
function groupsOf(address: string): string[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const before = head === '' ? [] : head.split(':');
  if (tail === undefined) return before;
  const after = tail === '' ? [] : tail.split(':');
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
}

const dotted = (high: string, low: string): string =>
  [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]).join('.');

/**
 * The unit that a client address is counted as: the IPv4 address, also if mapped into IPv6 (RFC 4291 section 2.5.5.2),
 * or the /64 of an IPv6 address, because one host may use any address in it (RFC 4291 section 2.5.4).
 */
export function networkOf(address: string): string {
  if (isIPv4(address)) return address;
  const [g0, g1, g2, g3, g4, g5, g6 = '0', g7 = '0'] = groupsOf(address);
  const isMapped = [g0, g1, g2, g3, g4].every((group) => group === '0') && g5 === 'ffff';
  return isMapped ? dotted(g6, g7) : `${g0}:${g1}:${g2}:${g3}::/64`;
}

/** The client's address: as trusted proxies report it, or the peer's address if they report none. */
export function clientAddress(said: string, peer: string | undefined): string {
  const [address = ''] = said.split('%', 1);
  if (isIP(address) !== 0) return address;
  const [other = ''] = (peer ?? '').split('%', 1);
  return isIP(other) === 0 ? '0.0.0.0' : other;
}
