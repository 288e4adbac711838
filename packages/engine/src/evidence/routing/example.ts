import { seen, untested } from '../observed.ts';
import type { NeededHost, RoutingEvidence, UsedAddress } from './schema.ts';

/** Evidence of a domain of which nothing was asked. */
export const noRouting: RoutingEvidence = {
  registration: untested('registries-off'),
  hosts: [],
  mail: seen(false),
  addresses: [],
  addressesLeft: 0,
  ipv6Here: null,
  connections: [],
  lists: [],
  sources: [],
  lookups: [],
};

/** A host with one address of each family. */
export const exampleHost = (name: string, change: Partial<NeededHost> = {}): NeededHost => ({
  name,
  role: 'web',
  ipv4: seen(['192.0.2.80']),
  ipv6: seen(['2001:db8::80']),
  ...change,
});

/** An address in a network with a valid route. */
export const exampleAddress = (address: string, change: Partial<UsedAddress> = {}): UsedAddress => ({
  address,
  reverse: seen('www.site.lab'),
  route: seen({ prefix: '192.0.2.0/24', systems: [64_500] }),
  vrps: seen([{ prefix: '192.0.2.0/24', system: 64_500, maxLength: 24 }]),
  ...change,
});
