import { BlockList } from 'node:net';
import { addressFamily } from '../guard/guard.ts';
import type { EdgeList } from './edge-networks.data.ts';

const familyOf = (address: string): 'ipv4' | 'ipv6' => (addressFamily(address) === 6 ? 'ipv6' : 'ipv4');

/** The prefixes of one operator; throws for an invalid one. */
export function rangesOf(prefixes: readonly string[]): BlockList {
  const list = new BlockList();
  for (const prefix of prefixes) {
    const [address = '', length = ''] = prefix.split('/');
    list.addSubnet(address, Number(length), familyOf(address));
  }
  return list;
}

const cache = new WeakMap<EdgeList, readonly { name: string; ranges: BlockList }[]>();

/** The operator whose network contains an address; null: none in the list. */
export function edgeAt(address: string, list: EdgeList): string | null {
  const known = cache.get(list) ?? list.networks.map(({ name, prefixes }) => ({ name, ranges: rangesOf(prefixes) }));
  cache.set(list, known);
  return known.find(({ ranges }) => ranges.check(address, familyOf(address)))?.name ?? null;
}
