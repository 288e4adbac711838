import { bindServer, ipv6Of, liveDaemons, liveServers, oddServers } from '../../hosts/addresses.ts';
import { delegation, type ZoneRecord } from '../zone.ts';
import { bindZones } from './bind-zones.data.ts';
import { oddZones } from './zones.data.ts';

const both = (owner: string, address: string): readonly ZoneRecord[] => [
  [owner, 'A', address],
  [owner, 'AAAA', ipv6Of(address)],
];

/** Names of the odd servers, some of which are themselves odd. */
const hosts: readonly ZoneRecord[] = [
  ...Object.entries({ ...oddServers, ...liveServers, ...liveDaemons }).flatMap(([name, address]) =>
    both(`${name}.nic`, address),
  ),
  ...both('bind.nic', bindServer),
  ['odd-alias.nic', 'CNAME', 'odd2.nic'],
  ['six1.nic', 'AAAA', ipv6Of(oddServers.odd1)],
  ['six2.nic', 'AAAA', ipv6Of(oddServers.odd2)],
  ['odd-four.nic', 'A', oddServers.odd1],
  ['odd-four-too.nic', 'A', oddServers.odd1],
];

/** The records in the lab's zone for zones with odd delegations. */
export const oddDelegations = (): readonly ZoneRecord[] => [
  ...hosts,
  ...oddZones.flatMap((zone) => [
    ...delegation({ ...zone, nameServers: zone.inParent ?? zone.nameServers }, 'lab'),
    ...(zone.glue ?? []),
  ]),
  ...bindZones.flatMap((zone) => delegation(zone, 'lab')),
];
