import { knownAddresses } from '../../evidence/dns/known-addresses.ts';
import { seen } from '../../evidence/observed.ts';
import { reverseNameOf } from '../../evidence/routing/prefix.ts';
import type { NeededHost, RoutingEvidence, UsedAddress } from '../../evidence/routing/schema.ts';
import type { ProbeContext } from '../probe.ts';
import { dataOf } from './hosts.ts';
import { routingCaps } from './limits.data.ts';
import type { Networks } from './networks.ts';

async function reverseOf({ resolver, signal }: ProbeContext, address: string): Promise<UsedAddress['reverse']> {
  const name = reverseNameOf(address);
  if (name === null) return seen(null);
  const found = dataOf(await resolver.query(name, 'PTR', { signal }), 'PTR');
  return found.known ? seen(found.value[0]?.toLowerCase().replace(/\.$/, '') ?? null) : found;
}

/** Looks up each address of the hosts once: its reverse name and its network. */
export async function lookAtAddresses(
  context: ProbeContext,
  hosts: readonly NeededHost[],
  networks: Networks,
): Promise<Pick<RoutingEvidence, 'addresses' | 'addressesLeft'>> {
  const all = [...new Set(hosts.flatMap(knownAddresses))];
  const most = routingCaps[context.target.scanMode].addresses;
  const look = async (address: string): Promise<UsedAddress> => {
    const checked = context.guard.check(address);
    const [reverse, network] = await Promise.all([reverseOf(context, address), networks.of(address)]);
    const { allowed: _, ...refused } = checked;
    return { address, ...refused, reverse, ...network };
  };
  return {
    addresses: await Promise.all(all.slice(0, most).map(look)),
    addressesLeft: Math.max(0, all.length - most),
  };
}
