import { ProtocolError } from '../protocol-error.ts';

/** Prints four octets as dotted decimals. */
export const printIpv4 = (bytes: Uint8Array): string => [...bytes].join('.');

/** Address and port as people and programs write them, IPv6 in brackets (RFC 5952 section 6). */
export const printAddressPort = ({ address, port }: { address: string; port: number | string }): string =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;

/** Reads dotted decimals without leading zeros; throws ProtocolError. */
export function parseIpv4(text: string): Uint8Array {
  const parts = text.split('.');
  const valid = parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
  if (!valid) throw new ProtocolError('not-an-ipv4-address', 0);
  return Uint8Array.from(parts, Number);
}

/** The longest run of at least two zero groups, the first of equals (RFC 5952 section 4.2). */
function longestZeroRun(groups: readonly number[]): { start: number; length: number } {
  let best = { start: -1, length: 1 };
  for (let start = 0; start < groups.length; start++) {
    const stop = groups.findIndex((group, i) => i >= start && group !== 0);
    const length = (stop < 0 ? groups.length : stop) - start;
    if (length > best.length) best = { start, length };
  }
  return best;
}

/** Prints sixteen octets as RFC 5952 recommends, never with a dotted tail. */
export function printIpv6(bytes: Uint8Array): string {
  const groups = Array.from({ length: 8 }, (_, i) => (bytes[2 * i] ?? 0) * 256 + (bytes[2 * i + 1] ?? 0));
  const hex = groups.map((group) => group.toString(16));
  const { start, length } = longestZeroRun(groups);
  return start < 0 ? hex.join(':') : `${hex.slice(0, start).join(':')}::${hex.slice(start + length).join(':')}`;
}

function parseGroups(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group, i, all) => {
    if (/^[0-9a-f]{1,4}$/i.test(group)) return [Number.parseInt(group, 16)];
    if (i !== all.length - 1 || !group.includes('.')) throw new ProtocolError('not-an-ipv6-address', i);
    const [a = 0, b = 0, c = 0, d = 0] = parseIpv4(group);
    return [a * 256 + b, c * 256 + d];
  });
}

/** Reads the text forms of RFC 4291 section 2.2, without a zone; throws ProtocolError. */
export function parseIpv6(text: string): Uint8Array {
  const [left = '', right, ...more] = text.split('::');
  const head = parseGroups(left);
  const tail = right === undefined ? [] : parseGroups(right);
  const missing = 8 - head.length - tail.length;
  if (more.length > 0 || (right === undefined ? missing !== 0 : missing < 1))
    throw new ProtocolError('not-an-ipv6-address', 0);
  const groups = [...head, ...Array.from({ length: missing }, () => 0), ...tail];
  return Uint8Array.from(groups.flatMap((group) => [group >> 8, group & 0xff]));
}
