import { BlockList, isIP, SocketAddress } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Refusal } from '../../evidence/refused-address.ts';
import {
  type SpecialPurposeRange,
  cloudMetadata,
  ianaSpecialPurpose4,
  ianaSpecialPurpose6,
  otherRefused,
} from './special-purpose.data.ts';

/** The address policy: global unicast only, unless the operator allows a range. */
export interface Guard {
  check: (address: string) => { allowed: true } | ({ allowed: false } & Refused);
}

interface Refused {
  refusal: Exclude<Refusal, 'opted-out'>;
  /** The range, or the reason, for people. */
  blockedBy: string;
}

const inRange = (blockedBy: string): Refused => ({ refusal: 'range', blockedBy });

type Family = 'ipv4' | 'ipv6';

interface RefusedRange {
  family: Family;
  prefixBits: number;
  list: BlockList;
  /** The reason for people when the range refuses an address. */
  label: string;
}

const familyOf = (address: string): Family => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** The canonical spelling of a numeric address (dotted decimal, or RFC 5952 section 4 for IPv6); null where the text is not one. */
export function canonicalAddress(text: string): string | null {
  const family = isIP(text);
  // isIP accepts only one spelling of dotted decimal.
  if (family === 4) return text;
  return family === 0 || text.includes('%') ? null : new SocketAddress({ address: text, family: 'ipv6' }).address;
}

/** The family of a numeric address; null where the text is not one. */
export function addressFamily(text: string): 4 | 6 | null {
  const family = isIP(text);
  return family === 4 || family === 6 ? family : null;
}

const splitCidr = (cidr: string): { address: string; prefixBits: number } => {
  const [address = '', bits = ''] = cidr.split('/');
  return { address, prefixBits: Number(bits) };
};

function blockListOf(cidr: string): BlockList {
  const { address, prefixBits } = splitCidr(cidr);
  const list = new BlockList();
  list.addSubnet(address, prefixBits, familyOf(address));
  return list;
}

function refusedRange(range: SpecialPurposeRange): RefusedRange {
  const { address, prefixBits } = splitCidr(range.cidr);
  return {
    family: familyOf(address),
    prefixBits,
    list: blockListOf(range.cidr),
    label: `${range.cidr} ${range.name} (${range.source})`,
  };
}

/** The narrowest range comes first, so that the refusal names it. */
const narrowestFirst = (ranges: readonly SpecialPurposeRange[]): RefusedRange[] =>
  ranges.map(refusedRange).toSorted((a, b) => b.prefixBits - a.prefixBits);

const metadataRanges = narrowestFirst(cloudMetadata);
const specialRanges = narrowestFirst([...ianaSpecialPurpose4, ...ianaSpecialPurpose6, ...otherRefused]);

/** IPv6 global unicast as allocated so far (RFC 4291 section 2.4, IANA's IPv6 address space registry). */
const globalUnicast6 = blockListOf('2000::/3');

/** A BlockList also matches IPv4 rules against mapped IPv6 addresses, so rules are matched by family. */
function matching(ranges: readonly RefusedRange[], address: string, family: Family): RefusedRange | undefined {
  // Parsed once instead of by each list.
  const read = new SocketAddress({ address, family });
  return ranges.find((range) => range.family === family && range.list.check(read));
}

/** ISATAP interface identifiers: 0000:5efe or 0200:5efe before an embedded IPv4 address (RFC 5214 section 6.1). */
function isIsatap(address: string): boolean {
  const [head = '', tail = ''] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return groups[5] === '5efe' && (groups[4] === '0' || groups[4] === '200');
}

const ownAddressesNow = (): string[] =>
  Object.values(networkInterfaces()).flatMap((entries) => (entries ?? []).map((entry) => entry.address));

interface OpenedRanges {
  any: (address: string, family: Family) => boolean;
  exactly: (address: string, family: Family) => boolean;
}

function openedRanges(allowNetworks: readonly string[]): OpenedRanges {
  const ranges = allowNetworks.map((cidr) => refusedRange({ cidr, name: 'opened', source: 'operator' }));
  const whole = ranges.filter((range) => range.prefixBits === (range.family === 'ipv4' ? 32 : 128));
  return {
    any: (address, family) => matching(ranges, address, family) !== undefined,
    exactly: (address, family) => matching(whole, address, family) !== undefined,
  };
}

/**
 * The guard for all connections. Only canonical numeric addresses are allowed (no names, no `0x7f.1`, no zone ids);
 * ranges in allowNetworks are allowed, cloud metadata addresses only where they are listed individually.
 */
export function createGuard(options: { allowNetworks: readonly string[]; ownAddresses?: readonly string[] }): Guard {
  const opened = openedRanges(options.allowNetworks);
  const own = new Set(options.ownAddresses ?? ownAddressesNow());

  const refusedBy = (address: string): Refused | null => {
    if (canonicalAddress(address) !== address)
      return { refusal: 'unreadable', blockedBy: 'not a canonical numeric address' };
    const family = familyOf(address);
    const metadata = matching(metadataRanges, address, family);
    if (metadata !== undefined) return opened.exactly(address, family) ? null : inRange(metadata.label);
    if (opened.any(address, family)) return null;
    const special = matching(specialRanges, address, family);
    if (special !== undefined) return inRange(special.label);
    if (own.has(address)) return { refusal: 'own', blockedBy: 'an address of this machine' };
    if (family === 'ipv4') return null;
    if (!globalUnicast6.check(address, 'ipv6')) return inRange('outside 2000::/3 (RFC 4291 section 2.4)');
    return isIsatap(address) ? inRange('ISATAP interface identifier (RFC 5214 section 6.1)') : null;
  };

  return {
    check: (address) => {
      const refused = refusedBy(address);
      return refused === null ? { allowed: true } : { allowed: false, ...refused };
    },
  };
}
