import { parseDomain } from '@perimeter/protocols/domain/name';
import { suggestionText } from '@perimeter/protocols/domain/suggestion';
import { addressFamily, canonicalAddress } from '@perimeter/engine/net/guard/guard';
import { BlockList } from 'node:net';

/** An opt-out: a domain with all its subdomains, or a network. */
export type OptOutTarget =
  | { kind: 'domain'; name: string }
  | { kind: 'network'; name: string; family: 4 | 6; bits: number };

/** The target that an owner entered, or what is wrong with the input. */
export type ReadTarget = { ok: true; target: OptOutTarget } | { ok: false; message: string };

const widths = { 4: 32, 6: 128 } as const;

/** The bytes of an address in canonical form. */
function bytesOf(address: string, family: 4 | 6): number[] {
  if (family === 4) return address.split('.').map(Number);
  const [head = '', tail] = address.split('::');
  const groups = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [first, last] = [groups(head), groups(tail ?? '')];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => 0);
  return [...first, ...(tail === undefined ? [] : zeros), ...last].flatMap((group) => [group >> 8, group & 0xff]);
}

/** An address from its bytes. */
const fromBytes = (bytes: readonly number[]): string =>
  bytes.length === 4
    ? bytes.join('.')
    : Array.from({ length: 8 }, (_, at) => ((bytes[2 * at] ?? 0) * 256 + (bytes[2 * at + 1] ?? 0)).toString(16)).join(
        ':',
      );

/** A network in canonical form with the host bits cleared; null if the text is not a network. */
function readNetwork(text: string): Extract<OptOutTarget, { kind: 'network' }> | null {
  const [written = '', length, ...rest] = text.trim().split('/');
  const family = addressFamily(written);
  const address = canonicalAddress(written);
  // An IPv4-mapped address (RFC 4291 section 2.5.5.2) means the IPv4 address; connections never use the mapped form.
  if (family === null || address === null || rest.length > 0 || (family === 6 && address.includes('.'))) return null;
  const bits = length === undefined ? widths[family] : /^\d{1,3}$/.test(length) ? Number(length) : -1;
  if (bits < 1 || bits > widths[family]) return null;
  const masked = bytesOf(address, family).map(
    (byte, at) => byte & (0xff << Math.max(0, 8 - Math.max(0, bits - 8 * at))) & 0xff,
  );
  return { kind: 'network', name: `${canonicalAddress(fromBytes(masked)) ?? address}/${bits}`, family, bits };
}

const looksLikeAddress = (text: string): boolean => /[/:]/.test(text) || /^[\d.]+$/.test(text);

/** Reads a domain, an address or a network such as 203.0.113.0/24. */
export function readOptOutTarget(input: string): ReadTarget {
  const text = input.trim();
  const network = readNetwork(text);
  if (network !== null) return { ok: true, target: network };
  const parsed = parseDomain(text);
  if (parsed.ok) return { ok: true, target: { kind: 'domain', name: parsed.domain.ascii } };
  const meant = suggestionText(text);
  if (meant !== '') return { ok: false, message: `${parsed.message}${meant}` };
  return { ok: false, message: looksLikeAddress(text) ? 'Expected a network such as 203.0.113.0/24' : parsed.message };
}

/** A network of the opt-out list, and a test of whether it contains an address. */
export interface OptedOutNetwork {
  network: string;
  has: (address: string) => boolean;
}

const familyName = (family: 4 | 6): 'ipv4' | 'ipv6' => (family === 4 ? 'ipv4' : 'ipv6');

/** The network that an entry of the list stands for; empty for a domain. */
export function networkIn(entry: string): OptedOutNetwork[] {
  const network = entry.includes('/') ? readNetwork(entry) : null;
  if (network === null) return [];
  const list = new BlockList();
  const [address = ''] = network.name.split('/');
  list.addSubnet(address, network.bits, familyName(network.family));
  const has = (one: string): boolean => {
    const family = addressFamily(one);
    return family === network.family && list.check(one, familyName(family));
  };
  return [{ network: network.name, has }];
}
