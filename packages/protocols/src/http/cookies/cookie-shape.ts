import { printIpv4, printIpv6 } from '../../dns/address.ts';
import { fromBase64, fromHex } from '../../dns/encodings.ts';
import { u32 } from '../../bytes.ts';
import { isJsonObject, type JsonObject, jsonOrNull } from '../../json.ts';

/** The apparent kind of a cookie's value; only names within it are kept. */
export type CookieShape =
  | { kind: 'empty' }
  /** Claims: names only. Expires: seconds since 1970, from the token; null where it has none. */
  | { kind: 'jwt'; alg: string | null; isSigned: boolean; expires: number | null; claims: readonly string[] }
  | { kind: 'json-base64'; keys: readonly string[] }
  | { kind: 'json'; keys: readonly string[] }
  /** A load balancer's cookie that discloses the address and port of the machine behind it. */
  | { kind: 'load-balancer'; address: string; port: number }
  | { kind: 'opaque' };

/** Bounds of what is kept. */
const maxKeys = 50;
const maxKeyCharacters = 32;

function parseObject(text: string): JsonObject | null {
  const value = text.trimStart().startsWith('{') ? jsonOrNull(text) : null;
  return isJsonObject(value) ? value : null;
}

/** Decodes base64 of either alphabet, padded or not; null for anything else. */
function decode(text: string): string | null {
  const standard = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '');
  if (standard === '' || !/^[A-Za-z0-9+/]+$/.test(standard)) return null;
  try {
    const bytes = fromBase64(standard.padEnd(Math.ceil(standard.length / 4) * 4, '='));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** A name in a value may itself be a secret, where an application uses ids as keys: only words are kept. */
const keysOf = (value: JsonObject): string[] =>
  Object.keys(value)
    .slice(0, maxKeys)
    .map((key) =>
      /^[A-Za-z_$@][A-Za-z_.:/ -]*\d{0,2}$/.test(key) && key.length <= maxKeyCharacters
        ? key
        : `<${key.length} characters>`,
    );

function jwtOf(value: string): CookieShape | null {
  const [head = '', payload = '', signature, ...more] = value.split('.');
  if (signature === undefined || more.length > 0) return null;
  const header = parseObject(decode(head) ?? '');
  if (header === null || !('alg' in header)) return null;
  const claims = parseObject(decode(payload) ?? '');
  if (claims === null) return null;
  const { alg } = header;
  const { exp } = claims;
  return {
    kind: 'jwt',
    alg: typeof alg === 'string' ? alg.slice(0, 16) : null,
    isSigned: signature !== '',
    expires: typeof exp === 'number' && Number.isFinite(exp) ? exp : null,
    claims: keysOf(claims),
  };
}

/** Frameworks append a signature to what they encode: `payload.time.signature`, `payload--signature`. */
function jsonOf(value: string): CookieShape | null {
  const plain = parseObject(value);
  if (plain !== null) return { kind: 'json', keys: keysOf(plain) };
  for (const payload of [value, value.split('--')[0] ?? '', value.split('.')[0] ?? '']) {
    const decoded = parseObject(decode(payload) ?? '');
    if (decoded !== null) return { kind: 'json-base64', keys: keysOf(decoded) };
  }
  return null;
}

const reversed = (bytes: Uint8Array): Uint8Array => bytes.toReversed();
const balancer = (address: string, port: number): CookieShape => ({ kind: 'load-balancer', address, port });
const swapped = (port: number): number => ((port & 0xff) << 8) | (port >> 8);

/** The four forms of BIG-IP persistence cookies: address and port of the pool member, in reverse byte order in the older two. */
function bigIpOf(value: string): CookieShape | null {
  const plain = /^(\d{1,10})\.(\d{1,5})\.0000$/.exec(value);
  if (plain !== null) {
    const [address, port] = [Number(plain[1]), Number(plain[2])];
    if (address > 0xffff_ffff || port > 0xffff) return null;
    return balancer(printIpv4(reversed(u32(address))), swapped(port));
  }
  const ipv6 = /^vi([0-9a-f]{32})\.(\d{1,5})$/.exec(value);
  if (ipv6 !== null)
    return Number(ipv6[2]) > 0xffff ? null : balancer(printIpv6(fromHex(ipv6[1] ?? '')), swapped(Number(ipv6[2])));
  const routed = /^rd\d{1,5}o([0-9a-f]{32})o(\d{1,5})$/.exec(value);
  if (routed === null || Number(routed[2]) > 0xffff) return null;
  const address = fromHex(routed[1] ?? '');
  const isIpv4 = /^0{20}ffff/.test(routed[1] ?? '');
  return balancer(isIpv4 ? printIpv4(address.slice(12)) : printIpv6(address), Number(routed[2]));
}

/** Some applications quote or percent-encode what they store. */
function unwrapped(value: string): string {
  const bare = value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  try {
    return bare.includes('%') ? decodeURIComponent(bare) : bare;
  } catch {
    return bare;
  }
}

/** The shape of a value. */
export function shapeOf(value: string): CookieShape {
  const text = unwrapped(value);
  if (text === '') return { kind: 'empty' };
  return bigIpOf(text) ?? jwtOf(text) ?? jsonOf(text) ?? { kind: 'opaque' };
}
