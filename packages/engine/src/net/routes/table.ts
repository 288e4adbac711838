import { parseIpv4, parseIpv6 } from '@perimeter/protocols/dns/address';
import { ProtocolError } from '@perimeter/protocols/protocol-error';

/** A network as `address/bits`. */
export const prefixForm = /^([0-9a-fA-F.:]+)\/(\d{1,3})$/;

/** Prefixes of one address family with their origins: a hash table with open addressing, in typed arrays. */
export interface PrefixTable {
  /** Adds an origin of a prefix; a prefix may have several. */
  add: (network: Network, origin: number) => void;
  /** The prefixes that contain the network, longest first, each with its values. */
  covering: (network: Network) => { bits: number; values: number[] }[];
}

/** The first 64 bits of a network and its prefix length; in tables, bits after the prefix are zero. */
export interface Network {
  high: number;
  low: number;
  bits: number;
}

/** The first bits of a 32-bit half. */
const masked = (half: number, bits: number): number =>
  bits <= 0 ? 0 : bits >= 32 ? half : (half & (0xffffffff << (32 - bits))) >>> 0;

/** The network of this prefix length that contains the address. */
export const networkAt = ({ high, low }: Network, bits: number): Network => ({
  high: masked(high, bits),
  low: masked(low, bits - 32),
  bits,
});

/** An address, or null where the text is none: all 32 bits of IPv4, the first 64 of IPv6, which decide about routes. */
export function parseAddress(text: string): Network | null {
  try {
    const isV6 = text.includes(':');
    const bytes = isV6 ? parseIpv6(text) : parseIpv4(text);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    return { high: view.getUint32(0), low: isV6 ? view.getUint32(4) : 0, bits: isV6 ? 64 : 32 };
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}

interface Slots {
  size: number;
  high: Uint32Array;
  low: Uint32Array;
  /** Prefix length plus one; zero: the slot is free. */
  length: Uint8Array;
  origin: Uint32Array;
}

const slotsOf = (size: number): Slots => ({
  size,
  high: new Uint32Array(size),
  low: new Uint32Array(size),
  length: new Uint8Array(size),
  origin: new Uint32Array(size),
});

function firstSlot({ high, low, bits }: Network, size: number): number {
  const mixed = Math.imul(high ^ Math.imul(low, 0x9e3779b1) ^ Math.imul(bits, 0x85ebca6b), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 15)) >>> 0) & (size - 1);
}

/** The origins of one prefix, and the next free slot. */
function slotsAt(slots: Slots, network: Network): { origins: number[]; free: number } {
  const origins: number[] = [];
  let at = firstSlot(network, slots.size);
  for (; slots.length[at] !== 0; at = (at + 1) & (slots.size - 1)) {
    const isSame = slots.length[at] === network.bits + 1 && slots.high[at] === network.high;
    if (isSame && slots.low[at] === network.low) origins.push(slots.origin[at] ?? 0);
  }
  return { origins, free: at };
}

function put(slots: Slots, network: Network, origin: number): boolean {
  const { origins, free } = slotsAt(slots, network);
  if (origins.includes(origin)) return false;
  slots.high[free] = network.high;
  slots.low[free] = network.low;
  slots.length[free] = network.bits + 1;
  slots.origin[free] = origin;
  return true;
}

function grown(old: Slots): Slots {
  const slots = slotsOf(old.size * 2);
  for (let at = 0; at < old.size; at += 1) {
    const bits = (old.length[at] ?? 0) - 1;
    if (bits >= 0) put(slots, { high: old.high[at] ?? 0, low: old.low[at] ?? 0, bits }, old.origin[at] ?? 0);
  }
  return slots;
}

/** An empty table. */
export function createPrefixTable(): PrefixTable {
  let slots = slotsOf(1_024);
  let count = 0;
  return {
    add: (network, origin) => {
      if (!put(slots, network, origin)) return;
      count += 1;
      if (count * 2 > slots.size) slots = grown(slots);
    },
    covering: (network) => {
      const found: { bits: number; values: number[] }[] = [];
      for (let bits = network.bits; bits >= 0; bits -= 1) {
        const { origins } = slotsAt(slots, networkAt(network, bits));
        if (origins.length > 0) found.push({ bits, values: origins });
      }
      return found;
    },
  };
}

const groupOf = (half: number, at: number): string => ((half >>> (at === 0 ? 16 : 0)) & 0xffff).toString(16);

/** A prefix as text, from an address in it and its length; for IPv6 at most 64 bits (RFC 5952). */
export function prefixText(address: string, bits: number): string | null {
  const parsed = parseAddress(address);
  if (parsed === null) return null;
  const { high, low } = networkAt(parsed, bits);
  if (parsed.bits === 32) return `${[24, 16, 8, 0].map((at) => (high >>> at) & 255).join('.')}/${bits}`;
  const groups = [groupOf(high, 0), groupOf(high, 1), groupOf(low, 0), groupOf(low, 1)];
  while (groups.at(-1) === '0') groups.pop();
  return `${groups.join(':')}::/${bits}`;
}
